import { type Finding, goodFinding, limitedFinding } from './finding.ts'

/** Releases of Galley are younger than this. */
const oldest = Date.UTC(2026, 10, 1)
/** Seconds that a clock may differ; the header of an answer is cut to whole seconds. */
const tolerance = 30

/** Compares the clock with the date of a public server's answer, where there is one. */
export function clockFinding(dateHeader: string | null, now: number): Finding {
  const remedy =
    'Set the clock of the machine, for example by NTP: times of requests, leases and sign-ins depend on it.'
  if (now < oldest)
    return limitedFinding('clock', `It says ${new Date(now).toISOString()}, which is in the past.`, remedy)
  const other = Date.parse(dateHeader ?? '')
  if (Number.isNaN(other))
    return goodFinding('clock', `${new Date(now).toISOString()}, compared with no other.`)
  const seconds = Math.round((now - other) / 1_000)
  if (Math.abs(seconds) <= tolerance)
    return goodFinding('clock', `It agrees with a public server within ${tolerance} s.`)
  return limitedFinding('clock', `It is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}.`, remedy)
}
