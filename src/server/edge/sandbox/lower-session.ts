import { writeFileSync } from 'node:fs'

/** Milder than the niceness of the process: all sessions of the machine compete with it, not the server's alone. */
const niceness = 5
/** Linux lets processes without privileges change one session in 100 ms, on the whole machine. */
const pause = 150
const attempts = 10

/**
 * Lowers the share of the session that `pid` leads. Where Linux groups processes by session
 * (`sched_autogroup_enabled`), the niceness of a process counts within its session alone.
 */
export function lowerSession(pid: number, left = attempts): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
  } catch (error) {
    // Other errors: the process has ended, or the system does not group by session.
    if ((error as { code?: string }).code === 'EAGAIN' && left > 1)
      setTimeout(() => lowerSession(pid, left - 1), pause).unref()
  }
}
