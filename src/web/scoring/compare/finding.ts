import { counted } from '../../design/values.ts'

interface Comparison {
  readonly pairs: number
  readonly confidence_interval: { readonly low: number; readonly high: number } | null
  readonly finding: 'better' | 'worse' | 'not significant' | 'too few pairs' | 'not comparable'
}

export const signedText = (value: number): string =>
  value === 0
    ? '0'
    : `${value < 0 ? '−' : '+'}${Math.abs(value).toLocaleString('en', { maximumFractionDigits: 3 })}`

interface Keys {
  readonly repeated_before: number
  readonly repeated_after: number
  readonly without_before: number
  readonly without_after: number
}

/** A warning about rows that were matched by position; null if there are none. */
export function guessedText(keys: Keys): string | null {
  const repeated = keys.repeated_before + keys.repeated_after
  const without = keys.without_before + keys.without_after
  const parts = [
    ...(repeated > 0
      ? [`${repeated.toLocaleString('en')} rows share their text with others and were matched in order.`]
      : []),
    ...(without > 0 ? [`Rows without a text, matched by row number: ${without.toLocaleString('en')}.`] : []),
  ]
  return parts.length === 0 ? null : parts.join(' ')
}

/** A difference of shares in percentage points. */
export const pointsText = (difference: number): string => signedText(Math.round(difference * 1_000) / 10)

/** The conclusion of a comparison. Differences of shares are in percentage points. */
export function findingText(
  { pairs, confidence_interval: interval, finding }: Comparison,
  areShares = false,
): string {
  const rows = counted(pairs, 'row')
  if (pairs === 0)
    return 'Nothing to compare: no row has a number, or Pass or Fail, on both sides. Texts cannot be better or worse.'
  if (finding === 'too few pairs' || interval === null)
    return `Too few rows to tell: ${rows} have a value in both.`
  if (finding === 'not comparable') return `Not comparable: the score card changed between the two (${rows}).`
  if (interval.low === 0 && interval.high === 0) return `No difference in any of ${rows}.`
  const format = areShares ? pointsText : signedText
  const unit = areShares ? ' points' : ''
  const range = `95% confidence interval ${format(interval.low)} to ${format(interval.high)}${unit}, from ${rows}.`
  if (finding === 'not significant') return `Not significant, it may be chance: ${range}`
  return `${finding === 'better' ? 'Better' : 'Worse'} beyond chance: ${range}`
}
