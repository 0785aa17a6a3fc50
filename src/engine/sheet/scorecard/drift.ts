import {
  type ChangeCounts,
  changeOf,
  comparePaired,
  type PairedComparison,
  type Random,
} from '../statistics/index.ts'
import type { Verdict } from './step.ts'

/** A row or a step of a calculation, as far as drift looks at it. */
export interface Measured {
  readonly score: number | null
  readonly verdict: Verdict | null
  /** Of the step; of a row, of the whole scorecard. */
  readonly configHash: string
}

/** How one thing differs from the calculation before it, or from the pinned one. */
export interface Drift {
  /** Null when either side has no score, or when the evaluator changed: then the two cannot be compared. */
  readonly scoreDelta: number | null
  readonly verdictFrom: Verdict | null
  readonly verdictTo: Verdict | null
  readonly evaluatorChanged: boolean
}

/** Null without anything to compare with. */
export function driftOf(before: Measured | undefined, after: Measured): Drift | null {
  if (!before) return null
  const evaluatorChanged = before.configHash !== after.configHash
  const comparable = !evaluatorChanged && before.score !== null && after.score !== null
  return {
    scoreDelta: comparable ? after.score! - before.score! : null,
    verdictFrom: before.verdict,
    verdictTo: after.verdict,
    evaluatorChanged,
  }
}

/** A calculation as drift sees it: rows by stable row key, steps by id. */
export interface MeasuredCalculation {
  readonly id: string
  readonly total: Measured
  readonly steps: ReadonlyMap<string, Measured>
  readonly rows: ReadonlyMap<string, Measured>
}

export interface DriftSummary extends Drift {
  readonly previousCalculationId: string
  readonly steps: ReadonlyMap<string, Drift>
  /** Null when the evaluator changed. */
  readonly rows: ChangeCounts | null
  readonly comparison: PairedComparison | null
}

/** The previous completed calculation, or the pinned one, against this one. */
export function driftSummary(
  before: MeasuredCalculation | null,
  after: MeasuredCalculation,
  random: Random,
): DriftSummary | null {
  if (!before) return null
  const total = driftOf(before.total, after.total)!
  const steps = [...after.steps].flatMap(([id, step]): [string, Drift][] => {
    const drift = driftOf(before.steps.get(id), step)
    return drift ? [[id, drift]] : []
  })
  const [from, to] = [scores(before.rows), scores(after.rows)]
  return {
    ...total,
    previousCalculationId: before.id,
    steps: new Map(steps),
    rows: total.evaluatorChanged ? null : countChanges(from, to),
    comparison: total.evaluatorChanged ? null : comparePaired(from, to, random),
  }
}

function countChanges(
  from: ReadonlyMap<string, number | null>,
  to: ReadonlyMap<string, number | null>,
): ChangeCounts {
  const counts = { improved: 0, regressed: 0, same: 0, missing: 0 }
  for (const key of new Set([...from.keys(), ...to.keys()]))
    counts[changeOf(from.get(key) ?? null, to.get(key) ?? null)]++
  return counts
}

const scores = (rows: ReadonlyMap<string, Measured>): Map<string, number | null> =>
  new Map([...rows].map(([key, { score }]) => [key, score]))
