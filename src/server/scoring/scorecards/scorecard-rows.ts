import { Refusal } from '../../../engine/refusal.ts'
import type { Verdict } from '../../../engine/sheet/index.ts'
import type { ScorecardCalculationRow, ScorecardResultRow, Store } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import { cellIdOf, type LoadedSheet, RowOrder, selectRowsAt } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { judgeOf, planCalculation } from './calculation-plan.ts'
import { findCalculation } from './calculation-queries.ts'
import { rowDrift } from './drift.ts'
import { parseResults } from './earlier-result.ts'
import { loadScorecard, resolveCalculation } from './read-calculation.ts'
import { selectResults, selectResultsInRowOrder, selectRowsById } from './result-queries.ts'
import { compareRows } from './staleness.ts'

const noRows = {
  success: true as const,
  calculation_id: null,
  rows: [],
  next_cursor: null,
  verdict_counts: {} as Record<string, number>,
}

export const listScorecardRows: Handler<'listScorecardRows'> = async (
  { store },
  { caller, params, query },
) => {
  const { loaded, scorecard } = await loadScorecard(store.db, caller.workspace, params)
  const calculation = await resolveCalculation(store.db, loaded.sheet, scorecard, query.calculation_id)
  if (!calculation) return noRows
  const order = RowOrder.parse(loaded.sheet.gaps)
  const position = query.cursor === undefined ? 0 : order.positionOf(query.cursor + 1)
  const { verdict, limit } = query
  const results = await selectResultsInRowOrder(store.scan, calculation, {
    position,
    verdict,
    limit: limit + 1,
  })
  const page = results.slice(0, limit)
  const details = await detailsOf(store, caller.workspace, loaded, calculation, page)
  const indexes = page.map((row) => order.indexOf(row.position))
  return {
    success: true as const,
    calculation_id: calculation.id,
    rows: page.map((row, index) => ({
      row_index: indexes[index]!,
      aggregate_score: row.score,
      aggregate_verdict: row.verdict as Verdict,
      ...details(row),
      error_summary: row.error,
    })),
    next_cursor: results.length > limit ? indexes.at(-1)! : null,
    verdict_counts: {
      pass: calculation.pass_rows,
      warn: calculation.warn_rows,
      fail: calculation.fail_rows,
      error: calculation.error_rows,
      skipped: calculation.skipped_rows,
    },
  }
}

export const readScorecardRow: Handler<'readScorecardRow'> = async ({ store }, { caller, params, query }) => {
  const { loaded, scorecard } = await loadScorecard(store.db, caller.workspace, params)
  const { sheet } = loaded
  const calculation = await resolveCalculation(store.db, sheet, scorecard, query.calculation_id)
  const position = RowOrder.parse(sheet.gaps).positionOf(params.row_index)
  const [row] = params.row_index < sheet.row_count ? await selectRowsAt(store.db, sheet, [position]) : []
  const result = calculation && row && (await selectResults(store.db, calculation, [row.id])).get(row.id)
  if (!calculation || !result) throw new Refusal('not_found', 'The calculation has no result for this row.')
  const details = await detailsOf(store, caller.workspace, loaded, calculation, [result])
  return {
    success: true as const,
    id: cellIdOf(calculation.id, { rowId: result.row_id, columnNumber: 0 }),
    calculation_id: calculation.id,
    scorecard_id: scorecard.id,
    sheet_id: sheet.id,
    row_index: params.row_index,
    aggregate_score: result.score,
    aggregate_verdict: result.verdict as Verdict,
    step_results: presentResults(result),
    ...details(result),
    error_summary: result.error,
    config_hash: calculation.config_hash,
    input_hash: result.input_hash,
    computed_at: isoTime(result.computed_at),
  }
}

const presentResults = (row: ScorecardResultRow) =>
  Object.fromEntries(
    Object.entries(parseResults(row)).map(([id, result]) => [
      id,
      {
        score: result.score,
        verdict: result.verdict,
        evidence: result.evidence,
        raw_value: result.raw_value,
        error_message: result.verdict === 'error' || result.verdict === 'skipped' ? result.message : null,
        computed_at: isoTime(result.computed_at),
        config_hash: result.config_hash,
        input_hash: result.input_hash,
      },
    ]),
  )

/** The drift and the staleness of rows in a calculation. */
async function detailsOf(
  { db, scan }: Store,
  workspace: WorkspaceId,
  loaded: LoadedSheet,
  calculation: ScorecardCalculationRow,
  results: readonly ScorecardResultRow[],
) {
  const ids = results.map(({ row_id }) => row_id)
  const { baseline } = calculation
  const baselineCalculation =
    baseline === null ? undefined : await findCalculation(db, { ...calculation, number: baseline })
  const earlier = baselineCalculation && (await selectResults(scan, baselineCalculation, ids))
  const plan = planCalculation(loaded, calculation, await judgeOf(db, workspace))
  const rows = await selectRowsById(db, loaded.sheet, ids)
  const comparisons = await compareRows(db, loaded, calculation, plan, rows)
  const comparisonOf = new Map(comparisons.map((comparison) => [comparison.id, comparison]))
  return (row: ScorecardResultRow) => {
    const { changed = false, stale = false, leftOut = [] } = comparisonOf.get(row.row_id) ?? {}
    const reasons = [
      ...(changed ? ['source_cells_changed'] : []),
      ...(stale || (row.stale === 1 && leftOut.length === 0) ? ['source_cells_stale'] : []),
      ...(leftOut.length > 0 ? ['steps_left_out'] : []),
    ]
    return {
      drift_summary: rowDrift(
        baselineCalculation ? { calculation: baselineCalculation, row: earlier?.get(row.row_id) } : null,
        calculation,
        row,
      ),
      stale_state: { is_stale: reasons.length > 0, reasons },
    }
  }
}
