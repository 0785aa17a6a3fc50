import { readSentConfig } from '../../engine/columns/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { ReportColumnRow, ReportRow, Tx } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { noColumn, noReport } from './absent.ts'
import { cancelJobs } from './cancel-jobs.ts'
import { findColumn, insertColumns, removeColumn, selectColumns, updateColumn } from './column-queries.ts'
import { refuseName, refusePosition, refuseUnknownSources } from './column-rules.ts'
import { configOf, isComputed, readType } from './columns-of.ts'
import { presentColumn } from './present.ts'
import { restartPreview } from './preview.ts'
import { lockReport } from './report-queries.ts'

const maxColumns = 200

export const addReportColumn: Handler<'addReportColumn'> = async (context, { caller, body }) => {
  const { store, now } = context
  const { report, column } = await store.transact(async (tx) => {
    const type = readType(body.column_type)
    const configuration = JSON.stringify(readSentConfig(type, body.configuration))
    const report = await lockPipeline(tx, caller.workspace, body.report_id, now())
    const columns = await selectColumns(tx, caller.workspace, report.id)
    if (columns.filter(isComputed).length >= maxColumns)
      throw new Refusal('bad_request', `A report has at most ${maxColumns} columns.`)
    refuseName(columns, body.name)
    const position = body.position || columns.length + 1
    refusePosition(columns, position)
    const added: ReportColumnRow = {
      workspace_id: caller.workspace,
      id: await store.nextId(tx, 'report_column_ids'),
      report_id: report.id,
      column_type: type,
      name: body.name,
      position: 0,
      is_part_of_score: body.is_part_of_score ? 1 : 0,
      configuration,
      score: null,
    }
    await insertColumns(tx, [added])
    const ordered = await saveOrder(tx, columns.toSpliced(position - 1, 0, added))
    refuseUnknownSources(ordered, ({ id }) => id === added.id)
    await restartPreview(context, tx, report, rightOf(ordered, added.id))
    return { report, column: ordered.find(({ id }) => id === added.id)! }
  })
  await cancelJobs(context, report)
  return { success: true as const, report_column: presentColumn(column) }
}

export const editReportColumn: Handler<'editReportColumn'> = async (context, { caller, params, body }) => {
  const { store, now } = context
  const { workspace } = caller
  const { report, column } = await store.transact(async (tx) => {
    const report = await lockPipeline(tx, workspace, body.report_id, now())
    const columns = await selectColumns(tx, workspace, report.id)
    const current = columns.find(({ id }) => id === params.report_column_id)
    if (!current) throw noColumn()
    if (!isComputed(current)) throw notComputed()
    const type = readType(body.column_type)
    const config = readSentConfig(type, body.configuration ?? configOf(current))
    const others = columns.filter(({ id }) => id !== current.id)
    if (body.name != null) refuseName(others, body.name)
    const position = Math.min(body.position ?? current.position, columns.length)
    refusePosition(columns, position)
    const change = {
      column_type: type,
      name: body.name ?? current.name,
      configuration: JSON.stringify(config),
    }
    await updateColumn(tx, current, change)
    const ordered = await saveOrder(tx, others.toSpliced(position - 1, 0, { ...current, ...change }))
    refuseUnknownSources(ordered, ({ id }) => id === current.id)
    const changed = new Set([...rightOf(columns, current.id), ...rightOf(ordered, current.id)])
    await restartPreview(context, tx, report, [...changed])
    return { report, column: ordered.find(({ id }) => id === current.id)! }
  })
  await cancelJobs(context, report)
  return { success: true as const, report_column: presentColumn(column) }
}

export const deleteReportColumn: Handler<'deleteReportColumn'> = async (context, { caller, params }) => {
  const { store, now } = context
  const { workspace } = caller
  const report = await store.transact(async (tx) => {
    const unlocked = await findColumn(tx, workspace, params.report_column_id)
    if (!unlocked) throw noColumn()
    const report = await lockPipeline(tx, workspace, unlocked.report_id, now(), noColumn)
    const columns = await selectColumns(tx, workspace, report.id)
    const column = columns.find(({ id }) => id === unlocked.id)
    if (!column) throw noColumn()
    if (!isComputed(column)) throw notComputed()
    await removeColumn(tx, column)
    await saveOrder(
      tx,
      columns.filter(({ id }) => id !== column.id),
    )
    await restartPreview(context, tx, report, rightOf(columns, column.id))
    return report
  })
  await cancelJobs(context, report)
  return null
}

/** Locks a pipeline. @throws Refusal for a run, whose columns cannot change. */
async function lockPipeline(
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  now: number,
  absent = noReport,
): Promise<ReportRow> {
  const report = await lockReport(tx, workspace, id, now)
  if (!report) throw absent()
  if (report.is_blueprint === 0)
    throw new Refusal('forbidden', 'The report is a run; only the columns of a pipeline can be changed.')
  return report
}

const notComputed = () =>
  new Refusal('forbidden', 'The column belongs to the dataset and cannot be changed here.')

/** The ids of a column and of all columns to its right. */
const rightOf = (columns: readonly ReportColumnRow[], id: number): number[] =>
  columns.slice(columns.findIndex((column) => column.id === id)).map((column) => column.id)

/** Numbers the columns from 1 in the order of the list. */
async function saveOrder(tx: Tx, columns: readonly ReportColumnRow[]): Promise<ReportColumnRow[]> {
  const ordered: ReportColumnRow[] = []
  for (const [index, column] of columns.entries()) {
    const position = index + 1
    if (column.position !== position) await updateColumn(tx, column, { position })
    ordered.push({ ...column, position })
  }
  return ordered
}
