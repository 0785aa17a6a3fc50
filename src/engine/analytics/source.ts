import type { Expression, Range, SearchQuery, Test } from '../search/index.ts'

const hour = 3_600_000

/** Data that answers an analytics query. */
export type Source =
  /**
   * Whole hours are read from hourly sums, with the filter without its times. The requests before and after
   * them are read one by one, with the whole filter.
   */
  | { readonly from: 'hours'; readonly filter: Expression; readonly hours: Span }
  | { readonly from: 'requests' }

/** Times from `start` to before `end`; null is no bound. */
export interface Span {
  readonly start: number | null
  readonly end: number | null
}

/** Hourly sums are kept by provider, model, template, source and status; any other filter needs the requests themselves. */
export function sourceOf({ filter, words }: SearchQuery): Source {
  const rest = withoutTimes(filter)
  if (words.length > 0 || !hoursCanAnswer(rest)) return { from: 'requests' }
  const hours = wholeHours(timesOf(filter))
  if (hours.start !== null && hours.end !== null && hours.start >= hours.end) return { from: 'requests' }
  return { from: 'hours', filter: rest, hours }
}

function wholeHours(ranges: readonly Range[]): Span {
  let [start, end] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { from, to, includesFrom } of ranges) {
    // An hour whose first moment is excluded is not whole.
    if (from !== null)
      start = Math.max(start, (includesFrom ? Math.ceil(from / hour) : Math.floor(from / hour) + 1) * hour)
    if (to !== null) end = Math.min(end, Math.floor(to / hour) * hour)
  }
  return { start: Number.isFinite(start) ? start : null, end: Number.isFinite(end) ? end : null }
}

/** The time range that contains all matching requests. */
export function timeBoundsOf({ filter }: SearchQuery): Span {
  const ranges = timesOf(filter)
  const starts = ranges.flatMap(({ from }) => (from === null ? [] : [from]))
  const ends = ranges.flatMap(({ to }) => (to === null ? [] : [to]))
  return {
    start: starts.length > 0 ? Math.max(...starts) : null,
    end: ends.length > 0 ? Math.min(...ends) : null,
  }
}

/** Time ranges of the tests that every matching request must pass. */
function timesOf(expression: Expression): Range[] {
  if (expression.type === 'all') return expression.of.flatMap(timesOf)
  return isTime(expression) ? [expression.range] : []
}

const isTime = (expression: Expression): expression is Extract<Test, { type: 'number' }> =>
  expression.type === 'number' && expression.field === 'request_start_time'

const withoutTimes = (expression: Expression): Expression =>
  expression.type === 'all'
    ? { type: 'all', of: expression.of.filter((part) => !isTime(part)).map(withoutTimes) }
    : isTime(expression)
      ? { type: 'all', of: [] }
      : expression

function hoursCanAnswer(expression: Expression): boolean {
  switch (expression.type) {
    case 'all':
    case 'any':
      return expression.of.every(hoursCanAnswer)
    case 'not':
      return hoursCanAnswer(expression.of)
    case 'number':
    case 'number_in':
    case 'present':
      return expression.field === 'prompt_id'
    default:
      return expression.type === 'value'
  }
}
