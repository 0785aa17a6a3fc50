import type { SheetScore } from '../../../engine/sheet/index.ts'
import { putNewest } from '../../caches/put-newest.ts'
import type { Context } from '../../context.ts'
import type { ScoreCalculationRow, SheetScoreRow, Store } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import { type LoadedSheet, loadSheet, sheetsChangedSince } from '../../sheets/storage/index.ts'
import { coverageOfCalculation, findScorecard, latestCompleted } from '../scorecards/index.ts'
import { type CalculatedScore, calculateScore } from './calculate-score.ts'
import { presentScore } from './present-score.ts'
import { displacedBy, unconfigured } from './score-config.ts'
import { findScore, latestScoreCalculation } from './score-queries.ts'

interface CachedScore {
  /** The version counts of the sheet and of the sheets that it mirrors. */
  readonly versions: string
  readonly score: Promise<CalculatedScore>
  /** Milliseconds that the calculation took; 0 until it has ended. */
  milliseconds: number
  endedAt: number
}

/** Maximum cached scores. */
const maxCached = 200
/** With this many rows or more, the score is not computed for every change. */
const largeSheet = 10_000
/** The score of a large sheet is computed at most one twentieth of the time, because it occupies a reader thread. */
const share = 20

const cachedScores = new WeakMap<Store, Map<string, CachedScore>>()

/** The default score of a sheet without a configuration. Reads all rows, once for each version of the sheet. */
async function inferredScore(
  context: Pick<Context, 'store'>,
  loaded: LoadedSheet,
): Promise<{ score: CalculatedScore; isStale: boolean }> {
  const scoresOfStore = cachedScores.get(context.store) ?? new Map<string, CachedScore>()
  cachedScores.set(context.store, scoresOfStore)
  const { sheet, sheets } = loaded
  const key = `${sheet.workspace_id} ${sheet.number}`
  const versions = [...sheets.values()].map((sheet) => `${sheet.number} ${sheet.version_count}`).join()
  const last = scoresOfStore.get(key)
  if (last?.versions === versions) return { score: await last.score, isStale: false }
  const isRecent = last && performance.now() - last.endedAt < last.milliseconds * share
  if (isRecent && sheet.row_count >= largeSheet) return { score: await last.score, isStale: true }
  const began = performance.now()
  const cachedScore: CachedScore = {
    versions,
    score: calculateScore(context, loaded, unconfigured),
    milliseconds: 0,
    endedAt: Number.NEGATIVE_INFINITY,
  }
  putNewest(scoresOfStore, maxCached, key, cachedScore)
  try {
    const score = await cachedScore.score
    cachedScore.endedAt = performance.now()
    cachedScore.milliseconds = cachedScore.endedAt - began
    return { score, isStale: false }
  } catch (error) {
    if (scoresOfStore.get(key) === cachedScore) scoresOfStore.delete(key)
    throw error
  }
}

export const readSheetScore: Handler<'readSheetScore'> = async (context, { caller, params }) => {
  const { store } = context
  const loaded = await loadSheet(store.db, caller.workspace, params)
  const configured = await findScore(store.db, loaded.sheet)
  if (configured) return readConfigured(context, loaded, configured)
  const scorecard = await findScorecard(store.db, loaded.sheet)
  // The last result stays the score while another calculation is under way, and after it failed or was cancelled.
  const completed = scorecard && (await latestCompleted(store.db, scorecard))
  if (completed && completed.aggregate_score !== null) return presentScorecardScore(loaded, completed)
  const { score, isStale } = await inferredScore(context, loaded)
  const presented = presentScore(loaded, {
    configured: null,
    status: null,
    calculatedAt: null,
    isStale,
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
