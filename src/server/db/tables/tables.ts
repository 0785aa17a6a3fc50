import type { Generated } from 'kysely'
import type { Role } from '../../../contract/index.ts'
import type { CommentTables } from './comment-tables.ts'
import type { DashboardRow } from './dashboard-tables.ts'
import type { ErasureTables } from './erasure-tables.ts'
import type { EvaluationTables } from './evaluation-tables.ts'
import type { ImportTables } from './import-tables.ts'
import type { LogExportRow } from './log-export-tables.ts'
import type { MaskingCountRow, MaskingSettingsRow } from './masking-tables.ts'
import type {
  AuditEventRow,
  IdentityRow,
  InvitationRow,
  MemberRow,
  PersonRow,
  SessionRow,
  SetupCodeRow,
  SignInAttemptsRow,
} from './people-tables.ts'
import type { PlaygroundRow } from './playground-tables.ts'
import type { PriceTables } from './price-tables.ts'
import type {
  DynamicLabelRow,
  InputVariableSetRow,
  PromptLabelRow,
  PromptRow,
  PromptVersionRow,
  ProtectedLabelRow,
  ReleaseRequestRow,
  SnippetUseRow,
} from './prompt-tables.ts'
import type { RequestTables } from './request-tables.ts'
import type { RetentionRuleRow } from './retention-tables.ts'
import type { SampleRow } from './sample-tables.ts'
import type { ScoreTables } from './score-tables.ts'
import type { SheetTables } from './sheet-tables.ts'
import type { SkillCollectionRow, SkillContentRow, SkillVersionRow } from './skill-tables.ts'
import type { ToolLabelRow, ToolRow, ToolVersionRow } from './tool-tables.ts'
import type {
  GivenScoreRow,
  SpanLogRow,
  SpanRow,
  TraceCopyRow,
  TraceFacetRow,
  TraceOutboxRow,
  TraceRow,
} from './trace-tables.ts'
import type { WorkflowTables } from './workflow-tables.ts'

/**
 * The database tables of both engines. Times are milliseconds since 1970, flags are 0 or 1, documents are JSON text, so
 * that both engines return values exactly as written.
 */

export interface WorkspaceRow {
  id: number
  name: string
  /** Grows with every change to the workspace's templates and labels; part of cache keys. */
  registry_revision: number
  created_at: number
  /** Null unless the workspace is deleted; its rows are then being removed. */
  deleted_at: number | null
}

/** The receipt of the deletion of a workspace. */
export interface WorkspaceDeletionRow {
  workspace_id: number
  /** The name of the deleted workspace. */
  name: string
  person_id: string
  person_name: string
  started_at: number
  /** Null until all rows are removed. */
  finished_at: number | null
  /** JSON of the numbers of deleted rows, by database table. */
  counts: string
}

/** A process that uses the registry revision of a workspace without reading it; on PostgreSQL. */
export interface RegistryReaderRow {
  workspace_id: number
  reader: string
  renewals: number
}

export interface WorkspaceSettingsRow {
  workspace_id: number
  sandbox_network: number
  evaluator_model: string | null
  embedding_model: string | null
  /** 1 if the workspace may use the provider keys of the server's environment. */
  provider_keys: number
}

export interface JobRow {
  workspace_id: number
  id: string
  kind: string
  /** Groups jobs for cancelling and counting. */
  run: string
  /** The number of the job in its run. Claims are sorted by it, so that runs take turns. */
  turn: number
  payload: string
  state: JobState
  /** Grows with each claim and cancel; results with an older one are refused. */
  generation: number
  attempts: number
  owner: string | null
  /** When the job may be claimed; for a leased job, when its lease ends. */
  ready_at: number
  created_at: number
  finished_at: number | null
  error: string | null
  /** The role of the caller that caused the job; null in jobs of older versions. */
  started_by: Role | null
}

export type JobState = 'queued' | 'leased' | 'done' | 'failed' | 'cancelled'

export interface ApiKeyRow {
  /** SHA-256 of the key, in hex. The key itself is never stored. */
  hash: string
  id: number
  workspace_id: number
  name: string
  /** The last four characters, so that people can tell keys apart. */
  suffix: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  role: Role
  /** The name of the person who made the key, if a person did. */
  created_by: string | null
  /** Null: the server's default applies; 0: unlimited. */
  requests_per_minute: number | null
  /** The owner of a personal key; null for a key of the workspace. */
  owner_id: string | null
}

export interface ConnectionRow {
  workspace_id: number
  id: number
  name: string
  provider: string
  /** The provider whose wire a custom provider speaks; null for built-in providers. */
  client: string | null
  base_url: string | null
  sealed_api_key: Uint8Array | null
  api_key_suffix: string | null
  /** 1 if readers of templates get the key too. */
  shares_api_key: number
  created_at: number
  updated_at: number
}

export interface McpServerRow {
  workspace_id: number
  id: number
  name: string
  url: string
  /** JSON of names and values, sealed. */
  sealed_headers: Uint8Array | null
  /** JSON of the headers, with masked values. */
  header_outlines: string
  created_at: number
  updated_at: number
}

export interface FolderRow {
  workspace_id: number
  id: number
  /** Null for a folder in the root. */
  parent_id: number | null
  name: string
  created_at: number
  updated_at: number
}

export interface ExternalIdRow {
  workspace_id: number
  source: string
  external_id: string
  kind: string
  entity_id: string
  created_at: number
}

export interface AuthorRow {
  workspace_id: number
  kind: string
  entity_id: string
  person_id: string
}

export interface SecretCanaryRow {
  id: number
  sealed: Uint8Array
}

export interface EnvironmentVariableRow {
  workspace_id: number
  id: number
  /** The tool; null for a variable of the workspace. */
  tool_id: number | null
  name: string
  /** Null for a variable without a value. */
  sealed_value: Uint8Array | null
  /** The end of the value, so that people can tell values apart; null for a value that is too short. */
  value_suffix: string | null
  created_at: number
  updated_at: number
  /** JSON of the restriction; null without one. */
  restriction: string | null
}

export interface Tables
  extends CommentTables,
    ErasureTables,
    EvaluationTables,
    ImportTables,
    PriceTables,
    RequestTables,
    ScoreTables,
    SheetTables,
    WorkflowTables {
  workspaces: WorkspaceRow
  registry_readers: RegistryReaderRow
  workspace_deletions: WorkspaceDeletionRow
  people: PersonRow
  identities: IdentityRow
  members: MemberRow
  sessions: SessionRow
  invitations: InvitationRow
  setup_codes: SetupCodeRow
  sign_in_attempts: SignInAttemptsRow
  audit_events: AuditEventRow
  retention_rules: RetentionRuleRow
  log_exports: LogExportRow
  masking_settings: MaskingSettingsRow
  masking_counts: MaskingCountRow
  samples: SampleRow
  dashboards: DashboardRow
  given_scores: GivenScoreRow
  jobs: JobRow
  workspace_settings: WorkspaceSettingsRow
  api_keys: ApiKeyRow
  prompts: PromptRow
  prompt_versions: PromptVersionRow
  prompt_labels: PromptLabelRow
  dynamic_labels: DynamicLabelRow
  protected_labels: ProtectedLabelRow
  release_requests: ReleaseRequestRow
  snippet_uses: SnippetUseRow
  input_variable_sets: InputVariableSetRow
  playgrounds: PlaygroundRow
  connections: ConnectionRow
  mcp_servers: McpServerRow
  folders: FolderRow
  external_ids: ExternalIdRow
  authors: AuthorRow
  skill_collections: SkillCollectionRow
  skill_versions: SkillVersionRow
  skill_contents: SkillContentRow
  tools: ToolRow
  tool_versions: ToolVersionRow
  tool_labels: ToolLabelRow
  environment_variables: EnvironmentVariableRow
  secret_canary: SecretCanaryRow
  traces: TraceRow
  spans: SpanRow
  span_logs: SpanLogRow
  trace_facets: TraceFacetRow
  trace_outbox: TraceOutboxRow
  trace_copy: TraceCopyRow
  counters: { name: string; value: Generated<number> }
  schema_migrations: { number: number; name: string; applied_at: number; reads_from: number | null }
}
