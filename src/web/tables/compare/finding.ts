interface Found {
  readonly pairs: number
  readonly confidence_interval: { readonly low: number; readonly high: number } | null
  readonly finding: 'better' | 'worse' | 'not significant' | 'too few pairs'
}

export const signed = (value: number): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toLocaleString('en', { maximumFractionDigits: 3 })}`

/** What the figures allow to say, and no more. */
export function findingText({ pairs, confidence_interval: interval, finding }: Found): string {
  const rows = `${pairs.toLocaleString('en')} ${pairs === 1 ? 'row' : 'rows'}`
  if (finding === 'too few pairs' || interval === null)
    return `Too few rows to tell: ${rows} have a value in both.`
  const range = `95 % surely between ${signed(interval.low)} and ${signed(interval.high)}, from ${rows}.`
  if (finding === 'not significant') return `Not significant, it may be chance: ${range}`
  return `${finding === 'better' ? 'Better' : 'Worse'} beyond chance: ${range}`
}
