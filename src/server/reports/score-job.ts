import { type ColumnTypeName, columnTypes, type Json, maxCodeSeconds } from '../../engine/columns/index.ts'
import {
  customScoreOf,
  noRows,
  planRow,
  type ReportCell,
  type ReportColumn,
  type ReportScore,
  ReportTally,
  rowOf,
  unscored,
} from '../../engine/report/index.ts'
import { storable } from '../../engine/storable.ts'
import type { Context } from '../context.ts'
import { cellsOf, columnNamesOf, findDataset, selectRowsBetween } from '../datasets/index.ts'
import type { DatasetRow, ReportColumnRow, ReportRow } from '../db/index.ts'
import type { JobHandler, Lease } from '../jobs/index.ts'
import { satisfyNeed } from '../template-runs/index.ts'
import { selectCells } from './cell-queries.ts'
import { cellOf } from './cell-row.ts'
import { selectColumns, updateColumn } from './column-queries.ts'
import { computedColumns, isComputed } from './columns-of.ts'
import { type ScoreCode, scoreCodeOf } from './present.ts'
import { findReport, lockInState, updateReport } from './report-queries.ts'
import { scoreJob } from './score-job-kind.ts'

interface Payload {
  readonly report: number
}

/** Rows in one query. */
const pageSize = 500
/** Maximum characters of the values that scoring code gets. */
const maxDataLength = 50 * 1024 * 1024

/** Scores a run whose cells are complete. */
export const scoreReports = (context: Context): JobHandler => ({
  kind: scoreJob,
  async run(lease) {
    const { db } = context.store
    const report = await findReport(db, lease.workspace, (lease.payload as Payload).report)
    if (report?.run !== lease.run || report.state !== 'scoring') return { kind: 'done' }
    const columns = await selectColumns(db, lease.workspace, report.id)
    const dataset = (await findDataset(db, lease.workspace, report.dataset_id))!
    const scoring = await scoreOf(context, lease, report, dataset, columns)
    await lease.commit(async (tx) => {
      if (!(await lockInState(tx, report, lease.run, 'scoring', context.now()))) return
      for (const column of columns.filter(isComputed))
        await updateColumn(tx, column, { score: scoring.columns.get(column.name) ?? null })
      await updateReport(tx, report, {
        state: 'completed',
        score: storable(JSON.stringify(scoring.score)),
        score_matrix: matrixOf(scoring.score),
        score_error: scoring.error,
        updated_at: context.now(),
      })
    })
    return { kind: 'done' }
  },
  async failed(tx, { workspace, run, payload, error }) {
    const report = await findReport(tx, workspace, (payload as Payload).report)
    if (report?.run === run && report.state === 'scoring')
      await updateReport(tx, report, { state: 'completed', score_error: error, updated_at: context.now() })
  },
})

interface Scoring {
  readonly score: ReportScore
  readonly columns: ReadonlyMap<string, number | null>
  readonly error: string | null
}

async function scoreOf(
  context: Context,
  lease: Lease,
  report: ReportRow,
  dataset: DatasetRow,
  columns: readonly ReportColumnRow[],
): Promise<Scoring> {
  const computed = computedColumns(columns)
  const parts = new Map(columns.map((column) => [column.id, column.is_part_of_score === 1]))
  const tally = new ReportTally(
    computed.map((column) => ({
      name: column.name,
      meaning: meaningOf(column),
      isPartOfScore: parts.get(column.id)!,
    })),
  )
  const code = scoreCodeOf(report)
  const plan = planRow(columnNamesOf(dataset), computed)
  const data: Record<string, Json>[] = []
  let size = 0
  for await (const { values, cells, length } of rowsOf(context, lease, report, dataset, computed)) {
    tally.addRow(cells)
    if (code === null || size > maxDataLength) continue
    size += length
    data.push(
      rowOf(
        plan,
        values,
        cells.map((cell) => cell ?? neverComputed),
      ),
    )
  }
  const scores = tally.columnScores().values()
  const byName = new Map([...scores].map(({ column_name, score }) => [column_name, score]))
  if (code === null) return { score: tally.result(), columns: byName, error: null }
  if (dataset.row_count === 0) return { score: unscored(noRows, true), columns: byName, error: null }
  const custom =
    size > maxDataLength
      ? { error: 'The rows are too large for scoring code.' }
      : await runScoringCode(context, lease, code, data)
  if ('error' in custom)
    return { score: unscored('The scoring code failed.', true), columns: byName, error: custom.error }
  return { score: custom, columns: byName, error: null }
}

const neverComputed: ReportCell = { kind: 'value', value: null }

const meaningOf = ({ type, config }: ReportColumn) => {
  const columnType = columnTypes[type as ColumnTypeName]
  return columnType.score(columnType.config(config))
}

async function* rowsOf(
  { store }: Context,
  { workspace, signal }: Lease,
  { id }: ReportRow,
  dataset: DatasetRow,
  columns: readonly ReportColumn[],
) {
  const width = columnNamesOf(dataset).length
  for (let from = 0; from < dataset.row_count; from += pageSize) {
    signal.throwIfAborted()
    const stored = await selectCells(store.scan, workspace, id, from, from + pageSize)
    const byRow = Map.groupBy(stored, ({ row_index }) => row_index)
    for (const row of await selectRowsBetween(store.scan, workspace, dataset.id, from, from + pageSize)) {
      const stored = byRow.get(row.position) ?? []
      const byColumn = new Map(stored.map((cell) => [cell.column_id, cell]))
      const cells = columns.map(({ id: column }) => {
        const cell = byColumn.get(column)
        return (cell && cellOf(cell)) ?? undefined
      })
      const length = stored.reduce((sum, { value }) => sum + (value?.length ?? 0), row.cells.length)
      yield { values: cellsOf(row.cells, width), cells, length }
    }
  }
}

async function runScoringCode(
  context: Context,
  lease: Lease,
  { code, code_language }: ScoreCode,
  data: Json,
) {
  const language = code_language === 'PYTHON' ? ('python' as const) : ('javascript' as const)
  const { answer } = await satisfyNeed(
    context,
    lease.workspace,
    { kind: 'code', language, code, data, deadlineMilliseconds: maxCodeSeconds * 1_000 },
    { signal: lease.signal, run: lease.run, budget: null, source: 'evaluation' },
  )
  if (!answer.ok) return { error: answer.failure.message }
  return customScoreOf(answer.value, { code, code_language })
}

const matrixOf = ({ details }: ReportScore): string | null =>
  'matrix' in details ? storable(JSON.stringify(details.matrix)) : null
