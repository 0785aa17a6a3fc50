import {
  type ChangeCounts,
  changeOf,
  comparePaired,
  type PairedComparison,
  type Random,
} from '../statistics/index.ts'
import type { Verdict } from './step.ts'

/** The part of a row or step result that drift compares. */
export interface Measured {
  readonly score: number | null
  readonly verdict: Verdict | null
  /** Hash of the step; for a row, of the whole scorecard. */
  readonly configHash: string
}

/** Difference from the previous, or the pinned, calculation. */
export interface Drift {
  /** Null if either side has no score, or if the evaluator changed: then the two are not comparable. */
  readonly scoreDelta: number | null
  readonly verdictFrom: Verdict | null
  readonly verdictTo: Verdict | null
  readonly evaluatorChanged: boolean
}

/** Null without a calculation to compare with. */
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

/** A calculation as drift compares it: rows by stable row key, steps by id. */
export interface MeasuredCalculation {
  readonly id: string
  readonly total: Measured
  readonly steps: ReadonlyMap<string, Measured>
  readonly rows: ReadonlyMap<string, Measured>
}

export interface DriftSummary extends Drift {
  readonly previousCalculationId: string
  readonly steps: ReadonlyMap<string, Drift>
  /** Null if the evaluator changed. */
  readonly rows: ChangeCounts | null
  readonly comparison: PairedComparison | null
}

/** This calculation against the previous completed, or the pinned, one. */
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
