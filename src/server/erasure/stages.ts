import type { PersonDeletionCounts } from '../../contract/index.ts'
import type { Store } from '../db/index.ts'
import { readRequestTexts } from '../requests/index.ts'
import { readSpanTexts } from '../traces/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { mediaPage } from './media-texts.ts'
import { datasetRowOrigins, sheetRowOrigins } from './origins.ts'
import { playgroundCases, playgroundsWithoutCases } from './playground-texts.ts'
import { type RemainingStage, remainingTables } from './remaining-tables.ts'
import { type CandidatePage, type Key, readTexts, type TextRow, type TextTable } from './text-queries.ts'

/** Reads a page of one kind of row, in the order of the key. */
export type ReadPage = (store: Store, workspace: WorkspaceId, after: Key | null) => Promise<CandidatePage>

/** Returns for each row the requests and traces that it was made from. */
type OriginsOf = (
  store: Store,
  workspace: WorkspaceId,
  rows: readonly TextRow[],
) => Promise<readonly (readonly string[])[]>

const rowsPerPage = 200

const readTable =
  (textTable: TextTable, originsOf?: OriginsOf): ReadPage =>
  async (store, workspace, after) => {
    const { rows, last } = await readTexts(store, workspace, textTable, { after, limit: rowsPerPage })
    const origins = await originsOf?.(store, workspace, rows)
    const candidates = rows.map(({ key, texts }, index) => ({
      key,
      texts: texts.filter((text) => text !== null),
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

export const isRemainingStage = (stage: Stage): stage is RemainingStage =>
  Object.hasOwn(remainingTables, stage)

/** Earlier states of columns, which saved versions show. */
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
  Object.entries(remainingTables).map(([stage, described]) => [stage, readTable(described)]),
) as Record<RemainingStage, ReadPage>

/**
 * The searched tables, in this order. Traces come first, because a trace is deleted together with its requests.
 * Requests and spans come before the rows that were made from them.
 */
export const searchedTables = {
  traces: readTable({
    table: 'traces',
    keys: ['trace_id'],
    texts: ['trace_id', 'name', 'session_id', 'user_id', 'stated', 'facets'],
  }),
  async spans(store, workspace, after) {
    const position = after && { trace_id: String(after[0]), span_id: String(after[1]) }
    const { spans, isLast } = await readSpanTexts(store, workspace, position, rowsPerPage)
    const candidates = spans.map(({ trace_id, span_id, texts }) => ({ key: [trace_id, span_id], texts }))
    return { candidates, last: isLast ? null : candidates.at(-1)!.key }
  },
  async requests(store, workspace, after) {
    const { requests, isLast } = await readRequestTexts(
      store,
      workspace,
      Number(after?.[0] ?? 0),
      rowsPerPage,
    )
    const candidates = requests.map(({ id, texts }) => ({ key: [id], texts }))
    return { candidates, last: isLast ? null : candidates.at(-1)!.key }
  },
  media: mediaPage,
  log_records: readTable(textTables.log_records),
  scores: readTable(textTables.scores),
  comments: readTable(textTables.comments),
  notifications: readTable(textTables.notifications),
  views: readTable(textTables.views),
  trace_views: readTable(textTables.trace_views),
  sheet_views: readTable(textTables.sheet_views),
  idempotency_keys: readTable(textTables.idempotency_keys),
  sheet_rows: readTable(sheetTables.sheet_rows, sheetRowOrigins),
  sheet_cells: readTable(sheetTables.sheet_cells),
  earlier_rows: readTable(sheetTables.earlier_rows, sheetRowOrigins),
  earlier_cells: readTable(sheetTables.earlier_cells),
  judgements: readTable(sheetTables.judgements),
  earlier_columns: readTable(earlierColumns),
  cached_results: readTable(textTables.cached_results),
  dataset_rows: readTable(datasetRows, datasetRowOrigins),
  report_cells: readTable(reportCells),
  dataset_searches: readTable(datasetSearches),
  import_plans: readTable(importPlans),
  playground_cases: playgroundCases,
  input_variable_sets: readTable(textTables.input_variable_sets),
  workflow_runs: readTable(workflowRuns),
  workflow_nodes: readTable(workflowNodes),
  release_notes: readTable(releaseNotes),
  ...remainingPages,
  playground: playgroundsWithoutCases,
  audit_events: readTable(textTables.audit_events),
} satisfies Record<string, ReadPage>

export type Stage = keyof typeof searchedTables

export const stages = Object.keys(searchedTables) as readonly Stage[]

export const nextStage = (stage: Stage): Stage | 'storage' => stages[stages.indexOf(stage) + 1] ?? 'storage'

/** The count that a text stage adds to. Views of requests and of traces have one count. */
export const countOf = (stage: TextStage): keyof PersonDeletionCounts =>
  stage === 'trace_views' || stage === 'sheet_views' ? 'views' : stage
