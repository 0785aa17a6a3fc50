import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/** Of what a thread gets by itself, a tenth is left to it when others want the same core. */
const niceness = 10

/**
 * This thread leaves the cores to those that answer and write, as long as they want them. Where the system does not
 * tell threads apart, nothing changes.
 */
export function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness)
  } catch {
    // Not Linux, or not allowed: then it is one among equals.
  }
}
