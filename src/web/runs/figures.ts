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
    : { likely: about.startsWith('Under') ? about : `about ${about}`, range: `${from} to ${to}` }
}

/** A part of the run has no figure: the sum of the others is a lower bound, and a trifling one says nothing. */
export function atLeast({ likely }: Range, write: (value: number) => string): Shown | null {
  const text = write(likely)
  return likely === 0 || text.startsWith('Under') ? null : { likely: `at least ${text}` }
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
  if (seconds < 1) return 'Under 1 s'
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}
