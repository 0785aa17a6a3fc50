import { writeFileSync } from 'node:fs'

/**
 * Less than the niceness of a runner's process, which is 10: with 10 for the session, Python did not start in 30 s on
 * a machine with load 20 (decision 137).
 */
const niceness = 5
/** Milliseconds between attempts. Linux lets unprivileged processes change only one session in 100 ms on the whole machine. */
const pause = 150
const attempts = 10

/**
 * Lowers the CPU share of the session led by `pid`. Where Linux groups processes by session (`sched_autogroup_enabled`), a
 * process's niceness counts only within its session.
 */
export function lowerSession(pid: number, attemptsLeft = attempts): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
  } catch (error) {
    // After other errors a retry is useless: the process has ended, or sessions are not grouped.
    if ((error as { code?: string }).code === 'EAGAIN' && attemptsLeft > 1)
      setTimeout(() => lowerSession(pid, attemptsLeft - 1), pause).unref()
  }
}
