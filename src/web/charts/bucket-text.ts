import { isPartial } from './is-partial.ts'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** The start time of a bucket. The unfinished last bucket is marked, because its value cannot be compared. */
export const bucketText = (times: readonly number[], index: number): string => {
  const isCurrent = index === times.length - 1 && isPartial(times, Date.now() / 1000)
  return `${exact.format(times[index]! * 1000)}${isCurrent ? ', so far' : ''}`
}

export const shownValue = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value)
