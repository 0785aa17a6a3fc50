interface Found {
  readonly pairs: number
  readonly confidence_interval: { readonly low: number; readonly high: number } | null
  readonly finding: 'better' | 'worse' | 'not significant' | 'too few pairs'
}

export const signed = (value: number): string =>
  value === 0
    ? '0'
    : `${value < 0 ? '−' : '+'}${Math.abs(value).toLocaleString('en', { maximumFractionDigits: 3 })}`

/** What the figures allow to say, and no more. */
export function findingText({ pairs, confidence_interval: interval, finding }: Found): string {
  const rows = `${pairs.toLocaleString('en')} ${pairs === 1 ? 'row' : 'rows'}`
  if (finding === 'too few pairs' || interval === null)
    return `Too few rows to tell: ${rows} have a value in both.`
  if (interval.low === 0 && interval.high === 0) return `No difference in any of ${rows}.`
  const range = `95 % confidence interval ${signed(interval.low)} to ${signed(interval.high)}, from ${rows}.`
  if (finding === 'not significant') return `Not significant, it may be chance: ${range}`
  return `${finding === 'better' ? 'Better' : 'Worse'} beyond chance: ${range}`
}
