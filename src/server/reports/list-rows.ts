import type { Json } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import { cellsOf, columnNamesOf, findDataset, selectRowsBetween } from '../datasets/index.ts'
import type { ReportCellRow, ReportRow } from '../db/index.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { noReport } from './absent.ts'
import { selectCells } from './cell-queries.ts'
import { selectColumns } from './column-queries.ts'
import { isComputed } from './columns-of.ts'
import { hasEnded } from './present.ts'
import { findReport } from './report-queries.ts'

export const listEvaluationRows: Handler<'listEvaluationRows'> = async (
  { store },
  { caller, params, query },
) => {
  const { workspace } = caller
  const { page, per_page } = query
  const { db } = store
  refuseOtherWorkspace(workspace, query.workspace_id)
  const report = await findReport(db, workspace, params.evaluation_id)
  const dataset = report && (await findDataset(db, workspace, report.dataset_id))
  if (!report || !dataset) throw noReport()
  const columns = await selectColumns(db, workspace, report.id)
  const computed = columns.filter(isComputed)
  const from = (page - 1) * per_page
  const to = Math.min(from + per_page, report.row_count)
  const rows = from < to ? await selectRowsBetween(db, workspace, dataset.id, from, to) : []
  const cells = from < to ? await selectCells(db, workspace, report.id, from, to) : []
  const byRow = Map.groupBy(cells, ({ row_index }) => row_index)
  const names = columnNamesOf(dataset)
  return {
    success: true as const,
    message: 'These are rows of the evaluation.',
    columns: [...names, ...computed.map(({ name }) => name)],
    rows: rows.map(({ position, cells: text }) => {
      const byColumn = new Map(byRow.get(position)?.map((cell) => [cell.column_id, cell]))
      return [
        ...cellsOf(text, names.length).map((value) => ({ type: 'dataset' as const, value })),
        ...computed.map(({ id }) => evalCell(report, byColumn.get(id))),
      ]
    }),
    page,
    per_page,
    total: report.row_count,
    pages: Math.ceil(report.row_count / per_page),
  }
}

const statuses = { COMPLETED: 'PASSED', FAILED: 'FAILED', RUNNING: 'RUNNING' } as const

/** Presents a cell. PromptLayer reports each computed cell as passed, whatever its value. */
function evalCell(report: ReportRow, cell: ReportCellRow | undefined) {
  return {
    type: 'eval' as const,
    status: cell ? statuses[cell.status] : hasEnded(report) ? ('SKIPPED' as const) : ('QUEUED' as const),
    value: cell?.value == null ? null : (parseExact(cell.value) as Json),
    error_message: cell?.error_message ?? null,
  }
}
