import { Refusal } from '../refusal.ts'
import { type Offset, utc } from './interval.ts'

const day = 86_400_000
/** No zone changes its clocks twice in so short a time and back. */
const step = 7 * day
/** Further apart, nobody reads hours. */
const longestSpan = 60 * 366 * day

/** The offsets of a time zone (`Europe/Berlin`) between two times and a day around them, each with the moment at which
 * it begins: a change just outside is why a time inside is shown twice. */
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
    throw new Refusal('bad_request', 'time_zone: is no time zone, such as Europe/Berlin', {
      path: 'time_zone',
    })
  }
  return (time) => {
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')!.value
    const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [null, '+', '0', '0']
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  }
}

/** To the minute: clocks change on one. */
function firstWith(offsetAt: (time: number) => number, wanted: number, from: number, to: number): number {
  let [before, after] = [Math.floor(from / 60_000), Math.ceil(to / 60_000)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle * 60_000) === wanted) after = middle
    else before = middle
  }
  return after * 60_000
}
