import { type Finding, goodFinding, limitedFinding } from './finding.ts'

/** The first release of Galley is younger than this, so an earlier clock is wrong. */
const earliest = Date.UTC(2026, 10, 1)
/** Seconds that the clock may differ from the header, which has whole seconds. */
const tolerance = 30

/** Compares the clock with the date header of a public server's answer, if there is one. */
export function clockFinding(dateHeader: string | null, now: number): Finding {
  const remedy =
    'Set the clock of the machine, for example by NTP: times of requests, leases and sign-ins depend on it.'
  if (now < earliest)
    return limitedFinding(
      'clock',
      `The clock says ${new Date(now).toISOString()}, which is before this release.`,
      remedy,
    )
  const publicTime = Date.parse(dateHeader ?? '')
  if (Number.isNaN(publicTime))
    return goodFinding(
      'clock',
      `The clock says ${new Date(now).toISOString()}; no other clock could be reached to compare.`,
    )
  const seconds = Math.round((now - publicTime) / 1_000)
  if (Math.abs(seconds) <= tolerance)
    return goodFinding('clock', `The clock differs from that of a public server by at most ${tolerance} s.`)
  return limitedFinding(
    'clock',
    `The clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}.`,
    remedy,
  )
}
