import { playgroundTable } from './playground-texts.ts'
import type { TextTable } from './text-queries.ts'

/** Entities that people made and may be using. They stay, and the receipt lists their ids. */
export const remainingTables = {
  prompt: { table: 'prompts', keys: ['id'], texts: ['name', 'tags'] },
  prompt_label: { table: 'prompt_labels', keys: ['id'], texts: ['name'] },
  dynamic_label: { table: 'dynamic_labels', keys: ['id'], texts: ['name', 'sticky_key', 'rules'] },
  protected_label: { table: 'protected_labels', keys: ['id'], texts: ['name'] },
  release_request: { table: 'release_requests', keys: ['id'], texts: ['label'] },
  prompt_version: {
    table: 'prompt_versions',
    keys: ['id'],
    texts: ['template', 'metadata', 'commit_message', 'extras'],
  },
  workflow_version: {
    table: 'workflow_versions',
    keys: ['id'],
    texts: ['nodes', 'edges', 'input_variables', 'commit_message'],
  },
  tool_version: {
    table: 'tool_versions',
    keys: ['id'],
    texts: ['definition', 'execution', 'mock_response', 'response_schema', 'commit_message'],
  },
  workflow: { table: 'workflows', keys: ['id'], texts: ['name'] },
  workflow_label: { table: 'workflow_labels', keys: ['id'], texts: ['name'] },
  tool: { table: 'tools', keys: ['id'], texts: ['name', 'description'] },
  tool_label: { table: 'tool_labels', keys: ['id'], texts: ['name'] },
  skill_collection: { table: 'skill_collections', keys: ['id'], texts: ['name'] },
  skill_version: {
    table: 'skill_versions',
    keys: ['id'],
    texts: ['root_path', 'files', 'commit_message', 'release_label'],
  },
  skill_content: { table: 'skill_contents', keys: ['hash'], texts: ['content'] },
  table: { table: 'tables', keys: ['id'], texts: ['title'] },
  sheet: { table: 'sheets', keys: ['id'], texts: ['title'] },
  column: { table: 'sheet_columns', keys: ['id'], texts: ['title', 'config'] },
  sheet_version: { table: 'sheet_versions', keys: ['id'], texts: ['name', 'metadata'] },
  sheet_score: { table: 'sheet_scores', keys: ['id'], texts: ['score_config'] },
  score_calculation: {
    table: 'score_calculations',
    keys: ['id'],
    texts: ['score_config', 'result', 'error'],
  },
  scorecard: { table: 'scorecards', keys: ['id'], texts: ['name', 'steps', 'display_config'] },
  scorecard_calculation: {
    table: 'scorecard_calculations',
    keys: ['id'],
    texts: ['steps', 'criteria', 'drift', 'error'],
  },
  folder: { table: 'folders', keys: ['id'], texts: ['name'] },
  // The id on the receipt is that of the entity.
  external_id: {
    table: 'external_ids',
    keys: ['source', 'external_id', 'entity_id'],
    texts: ['source', 'external_id'],
  },
  dataset_group: { table: 'dataset_groups', keys: ['id'], texts: ['name'] },
  dataset: { table: 'datasets', keys: ['id'], texts: ['column_names', 'failure'] },
  report: {
    table: 'reports',
    keys: ['id'],
    texts: ['name', 'tags', 'score_configuration', 'score', 'score_matrix', 'score_error'],
  },
  report_column: { table: 'report_columns', keys: ['id'], texts: ['name', 'configuration'] },
  dashboard: { table: 'dashboards', keys: ['id'], texts: ['name', 'query', 'tiles'] },
  // The tag may name the person, so the receipt has the time of the rule instead.
  retention_rule: { table: 'retention_rules', keys: ['tag', 'created_at'], texts: ['tag'] },
  masking_rules: { table: 'masking_settings', keys: ['id'], texts: ['rules'] },
  connection: { table: 'connections', keys: ['id'], texts: ['name', 'base_url'] },
  mcp_server: { table: 'mcp_servers', keys: ['id'], texts: ['name', 'url'] },
  api_key: { table: 'api_keys', keys: ['id'], texts: ['name'] },
  invitation: { table: 'invitations', keys: ['id'], texts: ['email'] },
  playground: playgroundTable,
} as const satisfies Record<string, TextTable>

export type RemainingStage = keyof typeof remainingTables
