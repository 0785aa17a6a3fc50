import { mostConcurrency } from './limits.ts'

/**
 * How many calls this process may have open, from their start until their answers are durable. Where answers come
 * faster than they are put away, more calls only make the pile of answers higher that is lost with the process.
 */
export interface CallWindow {
  readonly size: number
  /** Milliseconds that putting an answer away takes when nothing holds it up. */
  readonly quietest: number
}

export const startingWindow: CallWindow = { size: 16, quietest: Number.POSITIVE_INFINITY }

/** What a process saw since it last looked. */
export interface Pile {
  /** Calls that are open. */
  readonly open: number
  /** Answers that are here and not durable. */
  readonly waiting: number
  /** Answers put away in a second. */
  readonly perSecond: number
  /** Milliseconds that putting one away took; null when none was. */
  readonly took: number | null
  /** Milliseconds that the process is late: answers may be here that it has not seen. */
  readonly late: number
  /** The window held calls back. */
  readonly isHeld: boolean
}

/** So few calls keep any process busy. */
const least = 4
/** Answers that may wait in vain, or those of a hundredth of a second where that is more. */
const mostWaiting = 4
const fewest = 0.01

export function adjusted(
  window: CallWindow,
  { open, waiting, perSecond, took, late, isHeld }: Pile,
): CallWindow {
  // What is slow for long is how it is.
  const quietest = took === null ? window.quietest : Math.min(took, window.quietest * 1.01)
  const usual = Number.isFinite(quietest) ? quietest : 0
  const inVain = waiting + (perSecond * (late - usual)) / 1000
  if (inVain > Math.max(mostWaiting, perSecond * fewest))
    return { size: Math.max(least, Math.min(window.size, open) * 0.7), quietest }
  return { size: isHeld ? Math.min(mostConcurrency, window.size * 1.5) : window.size, quietest }
}
