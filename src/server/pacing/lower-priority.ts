import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/** At this niceness a thread gets about a tenth of a contended core. */
const niceness = 10

/** Lowers this thread's priority, so that the threads that answer and write run first. Works on Linux only. */
export function lowerPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness)
  } catch {
    // This is not Linux, or lowering is not permitted.
  }
}
