import {
  type Drift,
  describeComparison,
  driftOf,
  driftSummary,
  type Measured,
  type MeasuredCalculation,
  type SheetResult,
  type Step,
  seededRandom,
  type Verdict,
} from '../../../engine/sheet/index.ts'
import type { Database, ScorecardCalculationRow, ScorecardResultRow } from '../../db/index.ts'
import { findCalculation } from './calculation-queries.ts'
import { selectScoresAfter } from './result-queries.ts'
import { parseSteps, stepOf } from './stored-step.ts'

const seed = 1
const rowsPerPage = 5000

interface CurrentResult extends Pick<SheetResult, 'score' | 'verdict' | 'criteria'> {
  readonly steps: readonly Step[]
}

/** The difference from the baseline that applied when the calculation started; null without one. */
export async function driftAgainstBaseline(
  db: Database,
  calculation: ScorecardCalculationRow,
  result: CurrentResult,
) {
  const { baseline } = calculation
  const baselineCalculation =
    baseline === null ? undefined : await findCalculation(db, { ...calculation, number: baseline })
  if (baselineCalculation?.status !== 'completed') return null
  const current: MeasuredCalculation = {
    id: calculation.id,
    total: { score: result.score, verdict: result.verdict, configHash: calculation.config_hash },
    steps: new Map(
      result.steps.map(({ id, configHash }) => {
        const { score, verdict } = result.criteria.get(id)!
        return [id, { score, verdict, configHash }]
      }),
    ),
    rows: await measuredRows(db, calculation),
  }
  const summary = driftSummary(await measuredBefore(db, baselineCalculation), current, seededRandom(seed))!
  const { comparison } = summary
  return {
    baseline: baselineCalculation.number,
    summary: {
      previous_calculation_id: summary.previousCalculationId,
      ...presentDrift(summary),
      steps: Object.fromEntries([...summary.steps].map(([id, drift]) => [id, presentDrift(drift)])),
      rows: summary.rows,
      comparison: comparison && {
        pairs: comparison.pairs,
        difference: comparison.difference,
        confidence_interval: comparison.interval,
        finding: comparison.finding,
        text: describeComparison(comparison),
      },
    },
  }
}

async function measuredBefore(db: Database, before: ScorecardCalculationRow): Promise<MeasuredCalculation> {
  const criteria = JSON.parse(before.criteria ?? '{}') as Record<
    string,
    { score: number | null; verdict: Verdict }
  >
  const steps = parseSteps(before.steps).map((stored, index): [string, Measured] => {
    const { score = null, verdict = null } = criteria[stored.id] ?? {}
    return [stored.id, { score, verdict, configHash: stepOf(stored, index).configHash }]
  })
  return {
    id: before.id,
    total: {
      score: before.aggregate_score,
      verdict: before.aggregate_verdict as Verdict | null,
      configHash: before.config_hash,
    },
    steps: new Map(steps),
    rows: await measuredRows(db, before),
  }
}

async function measuredRows(
  db: Database,
  calculation: ScorecardCalculationRow,
): Promise<Map<string, Measured>> {
  const measured = new Map<string, Measured>()
  for (let after = 0; ; ) {
    const rows = await selectScoresAfter(db, calculation, after, rowsPerPage)
    const last = rows.at(-1)
    if (!last) return measured
    for (const { row_id, score, verdict } of rows)
      measured.set(String(row_id), {
        score,
        verdict: verdict as Verdict,
        configHash: calculation.config_hash,
      })
    after = last.row_id
  }
}

export const presentDrift = ({ scoreDelta, verdictFrom, verdictTo, evaluatorChanged }: Drift) => ({
  score_delta: scoreDelta,
  verdict_from: verdictFrom,
  verdict_to: verdictTo,
  evaluator_changed: evaluatorChanged,
})

type Scored = Pick<ScorecardResultRow, 'score' | 'verdict'>
type Configured = Pick<ScorecardCalculationRow, 'config_hash' | 'id'>

/** The drift of a row; null if the earlier calculation does not have the row. */
export function rowDrift(
  before: { readonly calculation: Configured; readonly row: Scored | undefined } | null,
  calculation: Configured,
  row: Scored,
) {
  if (!before?.row) return null
  const measured = ({ score, verdict }: Scored, { config_hash }: Configured): Measured => ({
    score,
    verdict: verdict as Verdict,
    configHash: config_hash,
  })
  const drift = driftOf(measured(before.row, before.calculation), measured(row, calculation))!
  return { previous_calculation_id: before.calculation.id, ...presentDrift(drift) }
}
