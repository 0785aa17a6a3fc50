import { hasWords } from './has-words.ts'
import type { PaletteEntry } from './palette-entry.ts'

const documentOf = (label: string, address: string): PaletteEntry => ({
  value: address,
  label,
  kind: 'Action',
  press: () => void window.open(address, '_blank', 'noopener'),
})

export const documents = [documentOf('Documentation', '/help/'), documentOf('API reference', '/docs')]

/** The contents of sections and documents by path, in the words of people who look for them. */
const topics: Readonly<Record<string, readonly string[]>> = {
  '/settings/account': [
    'Password',
    'Name and profile',
    'Theme, light or dark mode',
    'Sessions, sign out of other browsers',
    'My workspaces',
  ],
  '/settings/general': [
    'Workspace name and ID',
    'Single sign-on (SSO, OpenID Connect, OIDC)',
    'Two-factor sign-in (2FA, MFA), by single sign-on',
    'API address, base URL',
    'OTLP endpoint for OpenTelemetry',
    'Leave the workspace',
  ],
  '/settings/members': [
    'Invitations, invite people, team',
    'Roles and permissions',
    'Users of the workspace',
  ],
  '/settings/labels': ['Release approval by two people', 'Who may move prod'],
  '/settings/dynamic-labels': ['A/B tests and canary releases', 'Traffic split, experiments, segments'],
  '/settings/variable-sets': ['Saved values for prompts, presets'],
  '/settings/audit': ['History of changes, who changed it', 'Activity and security events'],
  '/settings/connections': [
    'OpenAI, Anthropic, Google, Azure, Bedrock, Mistral credentials',
    'OpenAI-compatible server, base URL, Ollama, vLLM',
    'LLM and model API keys',
  ],
  '/settings/models': ['Model of judges and extractions', 'Embedding model for similarity'],
  '/settings/prices': [
    'Costs of models, rates per token',
    'Price list import',
    'Look up the price of a model',
  ],
  '/settings/keys': ['Access tokens for the SDK', 'Rate limits', 'Personal keys', 'Revoke a key'],
  '/settings/skills': ['SKILL.md for agents', 'Claude Code, Codex, Cursor'],
  '/settings/mcp-servers': ['Model Context Protocol, tool servers'],
  '/settings/variables': ['Secrets for the code of tools'],
  '/settings/code': ['Isolation of code', 'Network access of tools'],
  '/settings/recently-deleted': ['Trash, restore, undelete', 'Deleted prompts and tables'],
  '/settings/privacy': [
    'Data masking rules',
    'Personal data (PII), redaction, anonymization',
    'Store bodies, zero data retention',
  ],
  '/settings/person-deletions': ['GDPR erasure, right to be forgotten'],
  '/settings/retention': ['How long requests and traces are kept', 'Automatic deletion by tag'],
  '/settings/log-export': ['Parquet or JSON lines to S3', 'Data warehouse, BigQuery, Snowflake, bucket'],
  '/settings/storage': ['Disk space and database size', 'Backups, data folder'],
  '/evaluations': ['Reports, pipelines and datasets of the earlier API'],
  '/settings/accounts': ['All people of the server, close an account', 'Installation admins'],
  '/docs': ['Webhook at the end of a workflow run (callback_url)', 'HTTP endpoints, OpenAPI, curl'],
  '/help/': ['Help, guides, manual', 'SDK setup for Python and JavaScript'],
  '/settings/workspaces': ['Provider keys of the server by workspace'],
}

/** The content of a section that has the words. */
export const topicOf = (to: string, words: readonly string[]): string | undefined =>
  topics[to]?.find((topic) => hasWords(topic, words))
