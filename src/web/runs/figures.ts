export interface Range<T = number> {
  readonly low: T
  readonly likely: T
  readonly high: T
}

export interface Figure {
  readonly likely: string
  /** Absent if the figure is exact. */
  readonly range?: string
}

export function rangeOf({ low, likely, high }: Range, format: (value: number) => string): Figure {
  const [from, about, to] = [format(low), format(likely), format(high)]
  return from === to
    ? { likely: about }
    : { likely: about.startsWith('Under') ? about : `about ${about}`, range: `${from} to ${to}` }
}

/** A lower bound, for a run with parts whose figure is unknown; null if it is tiny. */
export function atLeast({ likely }: Range, format: (value: number) => string): Figure | null {
  const text = format(likely)
  return likely === 0 || text.startsWith('Under') ? null : { likely: `at least ${text}` }
}

/** A time that may be longer, because the limits of a model are not known yet. */
export function orMore({ likely }: Range, format: (value: number) => string): Figure {
  return { likely: `${format(Math.max(1, likely))} or more` }
}

/** Converts money, which the API sends as decimal text. */
export const numbersOf = ({ low, likely, high }: Range<string>): Range => ({
  low: Number(low),
  likely: Number(likely),
  high: Number(high),
})

export const countText = (value: number): string => Math.round(value).toLocaleString('en')

/** A duration in seconds, in minutes from 90 seconds on, and in hours from 90 minutes on. */
export function timeText(seconds: number): string {
  if (seconds < 1) return 'Under 1 s'
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}

export interface TimeBound {
  readonly model: string | null
  readonly by: 'concurrent_calls' | 'requests_per_second' | 'tokens_per_second'
  readonly limit: number
  readonly is_learned: boolean
}

/** The limit that determines the time of a run, in words. */
export function boundText({ model, by, limit, is_learned: isLearned }: TimeBound): string {
  const count = limit < 10 ? Number(limit.toPrecision(2)).toLocaleString('en') : countText(limit)
  if (!isLearned)
    return `The time assumes up to ${count} calls at once. With a provider that allows fewer, it is longer.`
  const [noun, per] =
    by === 'concurrent_calls'
      ? ['call', ' at once']
      : [by === 'requests_per_second' ? 'request' : 'token', ' a second']
  return `The time assumes the ${count} ${count === '1' ? noun : `${noun}s`}${per} that ${model ?? 'the provider'} last allowed.`
}
