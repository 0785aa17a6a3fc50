import type { SheetScore } from '../../../engine/sheet/index.ts'
import type { Context } from '../../context.ts'
import type { ScoreCalculationRow, SheetScoreRow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import { type LoadedSheet, loadSheet, sheetsChangedSince } from '../../sheets/storage/index.ts'
import { coverageOfCalculation, findScorecard, latestCompleted } from '../scorecards/index.ts'
import { SheetCache } from '../sheet-cache.ts'
import { type CalculatedScore, calculateScore } from './calculate-score.ts'
import { presentScore } from './present-score.ts'
import { displacedBy, unconfigured } from './score-config.ts'
import { findScore, latestScoreCalculation } from './score-queries.ts'

/** The default scores of sheets without a configuration. */
const inferredScores = new SheetCache<CalculatedScore>()

export const readSheetScore: Handler<'readSheetScore'> = async (context, { caller, params }) => {
  const { store } = context
  const loaded = await loadSheet(store.db, caller.workspace, params)
  const configured = await findScore(store.db, loaded.sheet)
  if (configured) return readConfigured(context, loaded, configured)
  const scorecard = await findScorecard(store.db, loaded.sheet)
  // The last result stays the score while another calculation is under way, and after it failed or was cancelled.
  const completed = scorecard && (await latestCompleted(store.db, scorecard))
  if (completed && completed.aggregate_score !== null) return presentScorecardScore(loaded, completed)
  const { result: score, isOld } = await inferredScores.read(store, loaded, '', () =>
    calculateScore(context, loaded, unconfigured),
  )
  const presented = presentScore(loaded, {
    configured: null,
    status: null,
    calculatedAt: null,
    isStale: isOld,
    result: score,
    error: null,
  })
  const displaced = displacedBy(loaded, score.columns).map(({ id, title }) => ({ column_id: id, title }))
  return { ...presented, details: { ...presented.details, displaced_columns: displaced } }
}

async function readConfigured({ store }: Context, loaded: LoadedSheet, configured: SheetScoreRow) {
  const latest = await latestScoreCalculation(store.db, loaded.sheet, configured.updated_at)
  const { sheet } = loaded
  const changed = await sheetsChangedSince(store.db, latest ? [{ sheet, since: latest.sheet_revision }] : [])
  return presentScore(loaded, {
    configured,
    status: latest?.status ?? null,
    calculatedAt: latest?.completed_at ?? null,
    isStale: changed.size > 0,
    result: resultOf(latest),
    error: latest?.error ?? null,
  })
}

const resultOf = (calculation: ScoreCalculationRow | undefined): CalculatedScore | null =>
  calculation?.result == null ? null : (JSON.parse(calculation.result) as CalculatedScore)

type Completed = NonNullable<Awaited<ReturnType<typeof latestCompleted>>>

const noScore: SheetScore = {
  kind: 'none',
  overall: null,
  columns: [],
  totalRows: 0,
  scoredRows: 0,
  excludedRows: 0,
}

/** The score of a sheet without a score configuration is that of its scorecard. */
function presentScorecardScore(loaded: LoadedSheet, calculation: Completed) {
  const { aggregate_score: score, aggregate_verdict, total_rows, skipped_rows, scored_rows } = calculation
  const aggregate_result = {
    scorecard_id: calculation.scorecard_id,
    scorecard_calculation_id: calculation.id,
    aggregate_score: score,
    aggregate_verdict,
  }
  const base = presentScore(loaded, {
    configured: null,
    status: 'completed',
    calculatedAt: calculation.completed_at,
    error: null,
    // The scorecard itself shows whether it is stale.
    isStale: false,
    result: { ...{ sheet: noScore, columns: [], winner: null, custom: null, error: null } },
  })
  return {
    ...base,
    scoring_type: 'scorecard' as const,
    score_type: 'scorecard' as const,
    aggregate_score: score,
    overall_score: score,
    total_rows,
    scored_rows: scored_rows - skipped_rows,
    excluded_rows: total_rows - scored_rows + skipped_rows,
    coverage: coverageOfCalculation(calculation),
    details: { aggregate_result },
    aggregate: { type: 'scorecard', value: score, result: aggregate_result },
    calculated_at: calculation.completed_at === null ? null : isoTime(calculation.completed_at),
  }
}
