import { isSame } from './compare-rows.ts'

/** Which numbers are better; with `none`, different numbers are only different. */
export type Better = 'higher' | 'lower' | 'none'

export type OutputChange = 'improved' | 'regressed' | 'changed' | 'same' | 'missing'

/** One row on one side of a comparison. */
export interface ComparedOutput {
  /** Equal for equal texts; null without a value. */
  readonly digest: string | null
  /** The judgement of the output, or its own number; null if neither is a number or verdict. */
  readonly value: number | null
}

/** A missing output is never better. Outputs with equal values and different texts are `changed`. */
export function outputChange(
  before: ComparedOutput | null,
  after: ComparedOutput | null,
  better: Better,
): OutputChange {
  if (!before || !after) return 'missing'
  const { value: from } = before
  const { value: to } = after
  if ((from === null) !== (to === null)) return 'missing'
  if (from !== null && to !== null && !isSame(from, to)) {
    if (better === 'none') return 'changed'
    return to > from === (better === 'higher') ? 'improved' : 'regressed'
  }
  if (before.digest === null && after.digest === null) return from === null ? 'missing' : 'same'
  return before.digest === after.digest ? 'same' : 'changed'
}

const ranks: Readonly<Record<OutputChange, number>> = {
  regressed: 0,
  changed: 1,
  same: 2,
  improved: 3,
  missing: 4,
}

/** Largest losses first, then changed texts, equal outputs, gains, and rows without an output on one side. */
export function outputRank(
  before: ComparedOutput | null,
  after: ComparedOutput | null,
  better: Better,
): { readonly rank: number; readonly gain: number } {
  const change = outputChange(before, after, better)
  const difference = (after?.value ?? 0) - (before?.value ?? 0)
  const isGraded = change === 'improved' || change === 'regressed'
  return { rank: ranks[change], gain: isGraded ? (better === 'lower' ? -difference : difference) : 0 }
}
