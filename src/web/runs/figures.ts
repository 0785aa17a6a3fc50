export interface Range<T = number> {
  readonly low: T
  readonly likely: T
  readonly high: T
}

interface Shown {
  readonly likely: string
  /** Absent if the figure is exact. */
  readonly range?: string
}

export function rangeOf({ low, likely, high }: Range, write: (value: number) => string): Shown {
  const [from, about, to] = [write(low), write(likely), write(high)]
  return from === to
    ? { likely: about }
    : { likely: about.startsWith('under') ? about : `about ${about}`, range: `${from} to ${to}` }
}

/** Money comes as decimal text. */
export const numbersOf = ({ low, likely, high }: Range<string>): Range => ({
  low: Number(low),
  likely: Number(likely),
  high: Number(high),
})

export const countText = (value: number): string => Math.round(value).toLocaleString('en')

/** A duration in seconds, then minutes, then hours. */
export function timeText(seconds: number): string {
  if (seconds < 1) return 'under 1 s'
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}
