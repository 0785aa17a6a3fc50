import { Refusal } from '../refusal.ts'
import { type Offset, utc } from './interval.ts'

const day = 86_400_000
/** Distance between two looked-up offsets. No zone changes its clocks back and forth within a week. */
const step = 7 * day
/** Charts of longer spans show no hours. */
const longestSpan = 60 * 366 * day

/**
 * Offsets of a time zone (`Europe/Berlin`) between two times and one day around them, each with its start.
 * The day is needed because a change of clocks just outside may repeat a time inside.
 */
export function offsetsOf(zone: string | null | undefined, first: number, last: number): readonly Offset[] {
  if (zone == null || zone === 'UTC') return utc
  const offsetAt = offsetReader(zone)
  if (last - first > longestSpan) return utc
  const [from, to] = [first - day, last + day]
  let offset = offsetAt(from)
  const offsets: Offset[] = [{ from: Number.NEGATIVE_INFINITY, milliseconds: offset }]
  for (let time = from; time < to; time += step) {
    const next = offsetAt(time + step)
    if (next === offset) continue
    offsets.push({ from: firstWith(offsetAt, next, time, time + step), milliseconds: next })
    offset = next
  }
  return offsets
}

function offsetReader(zone: string): (time: number) => number {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    throw new Refusal('bad_request', 'time_zone: must be a time zone, such as Europe/Berlin', {
      path: 'time_zone',
    })
  }
  return (time) => {
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')!.value
    const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [null, '+', '0', '0']
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  }
}

/** The first minute with the offset; clocks change at full minutes. */
function firstWith(offsetAt: (time: number) => number, offset: number, from: number, to: number): number {
  let [before, after] = [Math.floor(from / 60_000), Math.ceil(to / 60_000)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle * 60_000) === offset) after = middle
    else before = middle
  }
  return after * 60_000
}
