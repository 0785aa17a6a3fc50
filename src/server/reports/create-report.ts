import type { Body, Endpoints } from '../../contract/index.ts'
import { readSentConfig } from '../../engine/columns/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { recordAuthor } from '../authors/index.ts'
import { columnNamesOf, findGroup, findVersion } from '../datasets/index.ts'
import type { DatasetRow, ReportColumnRow, ReportRow, Store, Tx } from '../db/index.ts'
import { attachAll, listExternalIds } from '../external-ids/index.ts'
import { checkFolder } from '../folders/index.ts'
import type { Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { insertColumns } from './column-queries.ts'
import { refuseName, refuseUnknownSources } from './column-rules.ts'
import { readType } from './columns-of.ts'
import { datasetColumns } from './dataset-columns.ts'
import { presentColumn } from './present.ts'
import { restartPreview } from './preview.ts'
import { insertReport } from './report-queries.ts'

type NewReport = Body<Endpoints['createReport']>

export const createReport: Handler<'createReport'> = async (context, { caller, body }) => {
  const { store, jobs, now } = context
  const { workspace } = caller
  const answer = await store.transact(async (tx) => {
    const time = now()
    if (body.folder_id != null) await checkFolder(tx, workspace, body.folder_id)
    const dataset = await datasetOf(tx, workspace, body)
    const id = await store.nextId(tx, 'report_ids')
    const report = newReport(workspace, id, dataset, time, {
      name: body.name ?? `Evaluation ${id}`,
      folder_id: body.folder_id ?? null,
      is_blueprint: 1,
      score_configuration: body.score_configuration ? JSON.stringify(body.score_configuration) : null,
    })
    await insertReport(tx, report)
    const columns = [
      ...(await datasetColumns(store, tx, report, columnNamesOf(dataset))),
      ...(await computedColumnRows(store, tx, report, columnNamesOf(dataset).length, body)),
    ]
    refuseUnknownSources(columns)
    await insertColumns(tx, columns)
    const entity = { kind: 'report', id } as const
    await recordAuthor(tx, caller, entity)
    await attachAll(tx, workspace, entity, body.external_ids ?? [], time)
    await restartPreview(context, tx, report, [])
    return {
      success: true as const,
      report_id: id,
      report_columns: columns.map(presentColumn),
      external_ids: await listExternalIds(tx, workspace, entity),
    }
  })
  jobs.wake()
  return answer
}

/** Finds the dataset version that the call names, or the newest published version. */
async function datasetOf(tx: Tx, workspace: WorkspaceId, body: NewReport): Promise<DatasetRow> {
  const group = await findGroup(tx, workspace, body.dataset_group_id)
  if (!group) throw new Refusal('not_found', 'There is no such dataset group.')
  const number = body.dataset_version_number ?? group.latest_version
  if (body.dataset_version_number != null && number < 1)
    throw new Refusal('bad_request', 'dataset_version_number: a draft cannot be evaluated; save it first.')
  if (group.latest_version === 0)
    throw new Refusal('bad_request', 'The dataset group has no published version; save its draft first.')
  const dataset = await findVersion(tx, workspace, group.id, number)
  if (!dataset) throw new Refusal('not_found', `The dataset group has no version ${number}.`)
  return dataset
}

/** A report row before its first run. */
export const newReport = (
  workspace: WorkspaceId,
  id: number,
  dataset: DatasetRow,
  now: number,
  fields: Partial<ReportRow> & Pick<ReportRow, 'name' | 'is_blueprint'>,
): ReportRow => ({
  workspace_id: workspace,
  id,
  folder_id: null,
  parent_report_id: null,
  dataset_id: dataset.id,
  tags: '[]',
  prompt_id: null,
  prompt_version_number: null,
  score_configuration: null,
  state: 'waiting',
  run: null,
  row_count: 0,
  rows_done: 0,
  cells_completed: 0,
  cells_failed: 0,
  score: null,
  score_matrix: null,
  score_error: null,
  created_at: now,
  updated_at: now,
  deleted_at: null,
  ...fields,
})

/** The computed columns in the order of their positions. A column without a position uses its index. */
async function computedColumnRows(
  store: Store,
  tx: Tx,
  report: ReportRow,
  width: number,
  { columns }: NewReport,
) {
  const columnInputs = (columns ?? []).map((column, index) => ({
    ...column,
    position: column.position ?? index + 1,
  }))
  const rows: ReportColumnRow[] = []
  for (const [index, column] of columnInputs.toSorted((a, b) => a.position - b.position).entries()) {
    const type = readType(column.column_type)
    refuseName(rows, column.name)
    rows.push({
      workspace_id: report.workspace_id,
      id: await store.nextId(tx, 'report_column_ids'),
      report_id: report.id,
      column_type: type,
      name: column.name,
      position: width + index + 1,
      is_part_of_score: column.is_part_of_score ? 1 : 0,
      configuration: JSON.stringify(readSentConfig(type, column.configuration)),
      score: null,
    })
  }
  return rows
}
