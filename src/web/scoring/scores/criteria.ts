import type { Answer } from '../../api/index.ts'
import type { Tone } from '../../design/index.ts'
import { percent } from '../../design/values.ts'

export type ScorecardData = Answer<'readScorecard'>
export type Scorecard = NonNullable<ScorecardData['scorecard']>
export type Calculation = NonNullable<ScorecardData['display_calculation']>
export type Step = Scorecard['steps'][number]
export type Verdict = 'pass' | 'warn' | 'fail' | 'error' | 'skipped'

export interface Interval {
  readonly low: number
  readonly high: number
}

/** The result of one step, from `criterion_summaries`. */
export interface Criterion {
  readonly title: string
  readonly score: number | null
  readonly verdict: Verdict
  readonly pass_count: number
  readonly warn_count: number
  readonly fail_count: number
  readonly error_count: number
  readonly skipped_count: number
  readonly confidence_interval: Interval | null
  readonly message?: string | null
  readonly included_count?: number
  readonly excluded_count?: number
}

interface Drift {
  readonly score_delta: number | null
  readonly comparison?: { readonly finding: string; readonly text: string } | null
}

export const criterionOf = ({ criterion_summaries: all }: Calculation, step: string): Criterion | null =>
  Object.hasOwn(all, step) ? (all[step] as Criterion) : null

export const verdicts: Readonly<Record<Verdict, readonly [word: string, tone: Tone]>> = {
  pass: ['Pass', 'good'],
  warn: ['Warning', 'warning'],
  fail: ['Fail', 'bad'],
  error: ['Error', 'bad'],
  skipped: ['Skipped', 'neutral'],
}

export const intervalText = ({ low, high }: Interval, format: (value: number) => string = percent): string =>
  `${format(low)} to ${format(high)}`

/** The known part of the change since the previous calculation. */
export function driftText(drift: Record<string, unknown> | null): string | null {
  if (!drift) return null
  const { score_delta: delta, comparison } = drift as unknown as Drift
  if (delta === null) return null
  const points = `${delta < 0 ? '−' : '+'}${(Math.abs(delta) * 100).toFixed(1)} points`
  if (!comparison) return `${points} since the previous calculation.`
  if (comparison.finding === 'not significant')
    return `${points} since the previous calculation: not significant, it may be chance.`
  if (comparison.finding === 'too few pairs')
    return `${points} since the previous calculation: too few rows to tell whether it is chance.`
  return `${points} since the previous calculation: ${comparison.finding}, beyond chance.`
}

const reasons: Readonly<Record<string, string>> = {
  source_cells_changed: 'cells it was made from have changed',
  source_cells_stale: 'cells it is made from are stale',
  steps_changed: 'a step has changed',
  steps_added: 'a step was added',
  steps_removed: 'a step was removed',
  aggregation_changed: 'weights or thresholds have changed',
  rows_added: 'rows were added',
  rows_removed: 'rows were deleted',
}

export const changedSince = 'Sheet changed since'

/** Briefly, why a score may be wrong. Another calculation helps only if the sheet has changed since. */
export function staleWarning(codes: readonly string[]): string | null {
  if (codes.length === 0) return null
  return codes.some((code) => code !== 'source_cells_stale') ? changedSince : 'Counts stale cells'
}

/** Why a score is stale. */
export const staleText = (codes: readonly string[]): string =>
  codes.map((code) => reasons[code] ?? code.replaceAll('_', ' ')).join(', ')
