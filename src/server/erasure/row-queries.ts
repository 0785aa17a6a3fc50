import { type ExpressionBuilder, sql } from 'kysely'
import { erasedText, withoutPerson } from '../../engine/erasure/index.ts'
import {
  changeRows,
  deleteRows,
  type PlaygroundRow,
  type Store,
  selectOne,
  type Tables,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { PersonMatcher } from './find-named.ts'
import type { Key } from './text-queries.ts'

/** Deletes the comments and scorecard results of rows of a sheet. Returns the number of comments. */
export async function forgetSheetRows(
  tx: Tx,
  workspace: WorkspaceId,
  sheet: { readonly number: number; readonly id: string | null },
  ids: readonly number[],
): Promise<number> {
  await tx
    .deleteFrom('scorecard_rows')
    .where('workspace_id', '=', workspace)
    .where('sheet', '=', sheet.number)
    .where('calculation', 'in', (query) =>
      query
        .selectFrom('scorecard_calculations')
        .select('number')
        .where('workspace_id', '=', workspace)
        .where('sheet', '=', sheet.number),
    )
    .where('row_id', 'in', ids)
    .execute()
  if (sheet.id === null) return 0
  const subject = { subject_type: 'sheet', subject_id: sheet.id } as const
  return deleteRows(tx, 'comments', { workspace_id: workspace, ...subject, part: ids })
}

/** Removes the texts that name the person from an earlier state of a column; saved versions keep the rest. */
export async function eraseEarlierColumn(
  tx: Tx,
  workspace: WorkspaceId,
  [sheet, number, until]: Key,
  names: PersonMatcher['names'],
): Promise<void> {
  const isNamed = (text: string) => [...names(text)].includes(true)
  const ofColumn = (query: ExpressionBuilder<Tables, 'sheet_column_history'>) =>
    query.and({
      workspace_id: workspace,
      sheet: Number(sheet),
      number: Number(number),
      until: Number(until),
    })
  const row = await tx
    .selectFrom('sheet_column_history')
    .select(['title', 'config', 'dependencies'])
    .where(ofColumn)
    .executeTakeFirst()
  if (!row) return
  await tx
    .updateTable('sheet_column_history')
    .set({
      title: isNamed(row.title) ? erasedText : row.title,
      config: row.config === null ? null : withoutPerson(row.config, isNamed),
      dependencies: withoutPerson(row.dependencies, isNamed),
    })
    .where(ofColumn)
    .execute()
}

/** Empties rows of a dataset and of its reports. The rows stay, because datasets and reports address rows by position. */
export async function eraseDatasetRows(
  tx: Tx,
  workspace: WorkspaceId,
  dataset: number,
  positions: readonly number[],
): Promise<void> {
  await changeRows(
    tx,
    'dataset_rows',
    { workspace_id: workspace, dataset_id: dataset, position: positions },
    { cells: '[]' },
  )
  const reports = await tx
    .selectFrom('reports')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('dataset_id', '=', dataset)
    .execute()
  for (const { id } of reports) await eraseReportRows(tx, workspace, id, positions)
}

/** Empties cells of a report. Running cells are left out, because their job writes them again. */
export async function eraseReportRows(
  tx: Tx,
  workspace: WorkspaceId,
  report: number,
  rows: readonly number[],
): Promise<void> {
  await tx
    .updateTable('report_cells')
    .set({
      value: sql<string | null>`case when status = 'COMPLETED' then 'null' end`,
      error_message: sql<string | null>`case when status = 'FAILED' then 'Deleted with a person.' end`,
      progress: null,
      request_ids: null,
    })
    .where('workspace_id', '=', workspace)
    .where('report_id', '=', report)
    .where('row_index', 'in', rows)
    .where('status', '<>', 'RUNNING')
    .execute()
}

/** Deletes the searches of datasets. Returns how many datasets had one. */
export async function eraseSearches(
  tx: Tx,
  workspace: WorkspaceId,
  datasets: readonly number[],
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('datasets')
    .set({ filter_params: null })
    .where('workspace_id', '=', workspace)
    .where('id', 'in', datasets)
    .where('filter_params', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes the notes of release requests. Returns the number of requests. */
export const eraseReleaseNotes = (tx: Tx, workspace: WorkspaceId, ids: readonly number[]): Promise<number> =>
  changeRows(
    tx,
    'release_requests',
    { workspace_id: workspace, id: ids },
    { note: null, decision_note: null },
  )

/** Deletes the plan of an import, unless the import is running and needs it. */
export const eraseImportPlan = (tx: Tx, workspace: WorkspaceId, table: string, id: string): Promise<number> =>
  changeRows(
    tx,
    'sheet_imports',
    { workspace_id: workspace, table_id: table, id, status: ['completed', 'failed'] },
    { plan: '{}' },
  )

/** Deletes ended runs and their nodes. Returns the number of runs. */
export async function deleteWorkflowRuns(
  tx: Tx,
  workspace: WorkspaceId,
  ids: readonly number[],
): Promise<number> {
  const rows = await tx
    .selectFrom('workflow_runs')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .where('state', '<>', 'running')
    .execute()
  const endedIds = rows.map(({ id }) => id)
  if (endedIds.length === 0) return 0
  // Nodes refer to their run, so they are deleted first.
  await deleteRows(tx, 'workflow_run_nodes', { workspace_id: workspace, run_id: endedIds })
  await deleteRows(tx, 'workflow_runs', { workspace_id: workspace, id: endedIds })
  return endedIds.length
}

export const findPlaygroundContent = (
  { scan }: Store,
  workspace: WorkspaceId,
  id: number,
): Promise<Pick<PlaygroundRow, 'content' | 'version'> | undefined> =>
  selectOne(scan, 'playgrounds', { workspace_id: workspace, id }, ['content', 'version'])

/** Saves the cases; false if the playground has changed since it was read. */
export const savePlaygroundCases = async (
  tx: Tx,
  workspace: WorkspaceId,
  { id, version, content, case_count }: Pick<PlaygroundRow, 'id' | 'version' | 'content' | 'case_count'>,
  now: number,
): Promise<boolean> =>
  (await changeRows(
    tx,
    'playgrounds',
    { workspace_id: workspace, id, version },
    { content, case_count, version: version + 1, updated_at: now },
  )) === 1
