import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds, counted from before the read, for which a process uses rows without reading them again. */
export const leaseMilliseconds = 250
/** Milliseconds; during a lease the monotonic clocks of two machines differ by less. */
const clockMargin = 10

/** Resolves when no process uses rows that it read before this call. */
export async function leasesEnded(): Promise<void> {
  const end = performance.now() + leaseMilliseconds + clockMargin
  for (let milliseconds = end - performance.now(); milliseconds > 0; milliseconds = end - performance.now())
    await sleep(milliseconds)
}
