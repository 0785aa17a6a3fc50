import { Refusal } from '../../engine/refusal.ts'
import { type MigratedScore, migrateReportScore, type ReportScore } from '../../engine/report/index.ts'
import { cellsOf, columnNamesOf, findDataset, selectRowsBetween } from '../datasets/index.ts'
import type { DatasetRow, ReportColumnRow, ReportRow, Store, Tx } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { migrateScoring, startCalculation } from '../scoring/index.ts'
import { createFilledTable, type FilledCell, type FilledRow } from '../sheets/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { noReport } from './absent.ts'
import { selectCells } from './cell-queries.ts'
import { cellOf } from './cell-row.ts'
import { selectColumns } from './column-queries.ts'
import { configOf, isComputed } from './columns-of.ts'
import { hasEnded, scoreCodeOf } from './present.ts'
import { findReport } from './report-queries.ts'

/** Maximum cells of a report, because one transaction migrates it, which blocks other writers. */
const maxCells = 100_000
/** Rows in one query. */
const pageSize = 500

export const migrateReport: Handler<'migrateReport'> = async (context, { caller, params }) => {
  const { store, now } = context
  const { workspace } = caller
  const migrated = await migrateToTable(store, workspace, params.report_id, now())
  const started =
    migrated.scorecard_id === null ? null : await startCalculation(context, workspace, migrated, {})
  return { success: true as const, ...migrated, calculation_id: started?.calculation.id ?? null }
}

/** Makes a table of a finished run, with its values. Its score becomes a scorecard, or score code if it was code. */
export async function migrateToTable(store: Store, workspace: WorkspaceId, id: number, now: number) {
  return store.transact(async (tx) => {
    const report = await findReport(tx, workspace, id)
    if (!report || report.deleted_at !== null) throw noReport()
    refuseUnfinished(report)
    const dataset = (await findDataset(tx, workspace, report.dataset_id))!
    const columns = (await selectColumns(tx, workspace, id)).filter(isComputed)
    refuseTooLarge(dataset, columns)
    refuseSameNames(columnNamesOf(dataset), columns)
    const { steps, skipped, scale } = scoreOf(report)
    const loaded = await createFilledTable(
      store,
      tx,
      workspace,
      {
        title: report.name,
        folder: report.folder_id,
        titles: columnNamesOf(dataset),
        computed: columns.map((column) => ({
          title: column.name,
          type: column.column_type,
          config: configOf(column),
        })),
        rows: dataset.row_count,
      },
      pagesOf(tx, report, dataset, columns),
      now,
    )
    const scorecard_id = await migrateScoring(tx, loaded, {
      title: report.name,
      steps: steps.map((step) => ({ ...step, weight: step.scale })),
      code: scoreCodeOf(report),
    })
    const { table_id, id: sheet_id } = loaded.sheet
    const report_score = readScore(report)?.overall_score ?? null
    return { table_id, sheet_id, scorecard_id, report_score, scale, skipped: [...skipped] }
  })
}

function refuseUnfinished(report: ReportRow) {
  if (report.is_blueprint === 1)
    throw new Refusal(
      'bad_request',
      'The report is a pipeline; migrate one of its runs, which has its columns.',
    )
  if (!hasEnded(report))
    throw new Refusal('bad_request', 'The report is still being computed; migrate it after it ends.')
}

function refuseTooLarge({ row_count }: DatasetRow, columns: readonly ReportColumnRow[]) {
  const cells = row_count * Math.max(1, columns.length)
  if (cells > maxCells)
    throw new Refusal('bad_request', `The report has ${cells} cells; up to ${maxCells} can be migrated.`)
}

/** Refuses duplicate names of columns, which references in a sheet could not distinguish. */
function refuseSameNames(names: readonly string[], columns: readonly ReportColumnRow[]) {
  const duplicate = columns.find(({ name }) => names.includes(name))
  if (duplicate)
    throw new Refusal(
      'bad_request',
      `The dataset has a column "${duplicate.name}" as well; rename one of them.`,
    )
}

const readScore = ({ score }: ReportRow): ReportScore | null =>
  score === null ? null : (JSON.parse(score) as ReportScore)

function scoreOf(report: ReportRow): MigratedScore {
  const score = readScore(report)
  return score ? migrateReportScore(score) : { steps: [], skipped: [], scale: null }
}

async function* pagesOf(
  tx: Tx,
  { workspace_id, id }: ReportRow,
  dataset: DatasetRow,
  columns: readonly ReportColumnRow[],
): AsyncGenerator<FilledRow[]> {
  const workspace = workspace_id as WorkspaceId
  const width = columnNamesOf(dataset).length
  for (let from = 0; from < dataset.row_count; from += pageSize) {
    const cells = await selectCells(tx, workspace, id, from, from + pageSize)
    const byAddress = new Map(cells.map((cell) => [`${cell.row_index} ${cell.column_id}`, cellOf(cell)]))
    const cellAt = (row: number, column: number): FilledCell | null => {
      const cell = byAddress.get(`${row} ${column}`) ?? null
      if (cell === null) return null
      return cell.kind === 'value' ? { value: cell.value } : { error: cell.failure }
    }
    const rows = await selectRowsBetween(tx, workspace, dataset.id, from, from + pageSize)
    yield rows.map(({ position, cells: text }) => ({
      values: cellsOf(text, width),
      cells: columns.map((column) => cellAt(position, column.id)),
    }))
  }
}
