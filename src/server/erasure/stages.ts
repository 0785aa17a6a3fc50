import type { PersonDeletionCounts } from '../../contract/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { readRequestTexts } from '../requests/index.ts'
import { readSpanTexts } from '../traces/index.ts'
import { mediaPage } from './media-texts.ts'
import { datasetRowOrigins, sheetRowOrigins } from './origins.ts'
import { playgroundCases, playgroundsWithoutCases, playgroundTable } from './playground-texts.ts'
import { type CandidatePage, type Key, readTexts, type TextRow, type TextTable } from './text-queries.ts'

/** Reads a page of one kind of row, in the order of the key. */
export type ReadPage = (store: Store, workspace: WorkspaceId, after: Key | null) => Promise<CandidatePage>

/** Returns for each row the requests and traces that it was made from. */
type OriginsOf = (
  store: Store,
  workspace: WorkspaceId,
  rows: readonly TextRow[],
) => Promise<readonly (readonly string[])[]>

const rowsAtOnce = 200

const table =
  (described: TextTable, originsOf?: OriginsOf): ReadPage =>
  async (store, workspace, after) => {
    const { rows, last } = await readTexts(store, workspace, described, { after, limit: rowsAtOnce })
    const origins = await originsOf?.(store, workspace, rows)
    const candidates = rows.map(({ key, texts }, index) => ({
      ...{ key, texts: texts.filter((text) => text !== null) },
      ...(origins && { origins: origins[index]! }),
    }))
    return { candidates, last }
  }

/** Tables whose rows are deleted one by one; audit events are emptied. */
export const textTables = {
  log_records: {
    table: 'span_logs',
    keys: ['trace_id', 'span_id', 'digest'],
    texts: ['event'],
  },
  scores: {
    table: 'given_scores',
    keys: ['subject_type', 'subject_id', 'trace_id', 'name', 'source'],
    texts: ['subject_id', 'name', 'text', 'comment'],
  },
  comments: { table: 'comments', keys: ['id'], texts: ['text'] },
  notifications: { table: 'notifications', keys: ['person_id', 'id'], texts: ['subject', 'text'] },
  views: { table: 'request_views', keys: ['id'], texts: ['name', 'query', 'columns'] },
  trace_views: { table: 'trace_views', keys: ['id'], texts: ['name', 'query', 'columns'] },
  sheet_views: { table: 'sheet_views', keys: ['id'], texts: ['name', 'query'] },
  idempotency_keys: { table: 'idempotency_keys', keys: ['key'], texts: ['key'] },
  cached_results: { table: 'cell_cache', keys: ['key'], texts: ['value', 'evidence'] },
  input_variable_sets: { table: 'input_variable_sets', keys: ['id'], texts: ['name', 'variables'] },
  audit_events: { table: 'audit_events', keys: ['id'], texts: ['params', 'given', 'before', 'after'] },
} as const satisfies Record<string, TextTable>

export type TextStage = keyof typeof textTables
export const isTextStage = (stage: Stage): stage is TextStage => Object.hasOwn(textTables, stage)

/** Tables with parts of a sheet's row. `rowId` is the index of the row's id in the key. */
const sheetTables = {
  sheet_rows: { rowId: 1, table: 'sheet_rows', keys: ['sheet', 'id'], texts: ['texts'] },
  sheet_cells: {
    rowId: 1,
    table: 'sheet_cells',
    keys: ['sheet', 'row_id', 'column_number'],
    texts: ['value', 'evidence', 'error', 'progress'],
  },
  earlier_rows: {
    rowId: 1,
    table: 'sheet_row_history',
    keys: ['sheet', 'id', 'until'],
    texts: ['texts'],
  },
  earlier_cells: {
    rowId: 1,
    table: 'sheet_cell_history',
    keys: ['sheet', 'row_id', 'column_number', 'until'],
    texts: ['value', 'evidence', 'error'],
  },
  judgements: {
    rowId: 2,
    table: 'scorecard_rows',
    keys: ['sheet', 'calculation', 'row_id'],
    texts: ['steps', 'error'],
  },
} as const satisfies Record<string, TextTable & { readonly rowId: number }>

export type SheetStage = keyof typeof sheetTables
export const isSheetStage = (stage: Stage): stage is SheetStage => Object.hasOwn(sheetTables, stage)

/** The sheet's number and the row's id. */
export const sheetRowOf = (stage: SheetStage, key: Key): readonly [sheet: number, row: number] => [
  Number(key[0]),
  Number(key[sheetTables[stage].rowId]),
]

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
export const isRemainingStage = (stage: Stage): stage is RemainingStage =>
  Object.hasOwn(remainingTables, stage)

/** Columns in the state that saved versions have. */
const earlierColumns: TextTable = {
  table: 'sheet_column_history',
  keys: ['sheet', 'number', 'until'],
  texts: ['title', 'config', 'dependencies'],
}
const datasetRows: TextTable = {
  table: 'dataset_rows',
  keys: ['dataset_id', 'position'],
  texts: ['cells'],
}
const reportCells: TextTable = {
  table: 'report_cells',
  keys: ['report_id', 'row_index', 'column_id'],
  texts: ['value', 'error_message'],
}
/** The search that a dataset was filled from. */
const datasetSearches: TextTable = { table: 'datasets', keys: ['id'], texts: ['filter_params'] }
const importPlans: TextTable = { table: 'sheet_imports', keys: ['table_id', 'id'], texts: ['plan'] }
const workflowRuns: TextTable = {
  table: 'workflow_runs',
  keys: ['id'],
  texts: ['input_variables', 'metadata', 'callback_url'],
}
const workflowNodes: TextTable = {
  table: 'workflow_run_nodes',
  keys: ['run_id', 'position'],
  texts: ['document'],
}

/** The reasons of release requests and decisions, which their authors cannot change. */
const releaseNotes: TextTable = {
  table: 'release_requests',
  keys: ['id'],
  texts: ['note', 'decision_note'],
}
const remainingPages = Object.fromEntries(
  Object.entries(remainingTables).map(([stage, described]) => [stage, table(described)]),
) as Record<RemainingStage, ReadPage>

/**
 * The searched tables, in this order. Traces come first, because a trace is deleted together with its requests.
 * Requests and spans come before the rows that were made from them.
 */
export const searchedTables = {
  traces: table({
    table: 'traces',
    keys: ['trace_id'],
    texts: ['trace_id', 'name', 'session_id', 'user_id', 'stated', 'facets'],
  }),
  async spans(store, workspace, after) {
    const position = after && { trace_id: String(after[0]), span_id: String(after[1]) }
    const { spans, isLast } = await readSpanTexts(store, workspace, position, rowsAtOnce)
    const candidates = spans.map(({ trace_id, span_id, texts }) => ({ key: [trace_id, span_id], texts }))
    return { candidates, last: isLast ? null : candidates.at(-1)!.key }
  },
  async requests(store, workspace, after) {
    const { requests, isLast } = await readRequestTexts(store, workspace, Number(after?.[0] ?? 0), rowsAtOnce)
    const candidates = requests.map(({ id, texts }) => ({ key: [id], texts }))
    return { candidates, last: isLast ? null : candidates.at(-1)!.key }
  },
  media: mediaPage,
  log_records: table(textTables.log_records),
  scores: table(textTables.scores),
  comments: table(textTables.comments),
  notifications: table(textTables.notifications),
  views: table(textTables.views),
  trace_views: table(textTables.trace_views),
  sheet_views: table(textTables.sheet_views),
  idempotency_keys: table(textTables.idempotency_keys),
  sheet_rows: table(sheetTables.sheet_rows, sheetRowOrigins),
  sheet_cells: table(sheetTables.sheet_cells),
  earlier_rows: table(sheetTables.earlier_rows, sheetRowOrigins),
  earlier_cells: table(sheetTables.earlier_cells),
  judgements: table(sheetTables.judgements),
  earlier_columns: table(earlierColumns),
  cached_results: table(textTables.cached_results),
  dataset_rows: table(datasetRows, datasetRowOrigins),
  report_cells: table(reportCells),
  dataset_searches: table(datasetSearches),
  import_plans: table(importPlans),
  playground_cases: playgroundCases,
  input_variable_sets: table(textTables.input_variable_sets),
  workflow_runs: table(workflowRuns),
  workflow_nodes: table(workflowNodes),
  release_notes: table(releaseNotes),
  ...remainingPages,
  playground: playgroundsWithoutCases,
  audit_events: table(textTables.audit_events),
} satisfies Record<string, ReadPage>

export type Stage = keyof typeof searchedTables
export const stages = Object.keys(searchedTables) as readonly Stage[]

export const nextStage = (stage: Stage): Stage | 'storage' => stages[stages.indexOf(stage) + 1] ?? 'storage'

/** The count that a text stage adds to. Views of requests and of traces have one count. */
export const countOf = (stage: TextStage): keyof PersonDeletionCounts =>
  stage === 'trace_views' || stage === 'sheet_views' ? 'views' : stage

export const noCounts: PersonDeletionCounts = {
  requests: 0,
  traces: 0,
  spans: 0,
  scores: 0,
  comments: 0,
  notifications: 0,
  views: 0,
  log_records: 0,
  idempotency_keys: 0,
  sheet_rows: 0,
  cached_results: 0,
  dataset_rows: 0,
  report_rows: 0,
  stored_searches: 0,
  release_notes: 0,
  playground_cases: 0,
  input_variable_sets: 0,
  workflow_runs: 0,
  earlier_columns: 0,
  uploads: 0,
  audit_events: 0,
}

export function addCounts(
  counts: PersonDeletionCounts,
  more: Partial<PersonDeletionCounts>,
): PersonDeletionCounts {
  const sum = { ...counts }
  // A deletion that an older version began has no count of newer kinds.
  for (const [kind, count] of Object.entries(more) as [keyof PersonDeletionCounts, number][])
    sum[kind] = (sum[kind] ?? 0) + count
  return sum
}
