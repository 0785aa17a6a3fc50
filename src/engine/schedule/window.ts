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

export const startingWindow: CallWindow = { size: 4, quietest: Number.POSITIVE_INFINITY }

/** What a process saw since it last looked. */
export interface Pile {
  /** Calls that are open. */
  readonly open: number
  /** Answers that were here and not durable, on average. */
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
const least = 2
/** At most, before the first answer was put away: a process that has just begun is slow. */
const untried = 16
/** Answers that may wait in vain, or those of three hundredths of a second where that is more. */
const mostWaiting = 2
const fewest = 0.03
/** Milliseconds: a process that is later than this has enough to do. */
const busy = 10

export function adjusted(
  window: CallWindow,
  { open, waiting, perSecond, took, late, isHeld }: Pile,
): CallWindow {
  // What is slow for long is how it is.
  const quietest = took === null ? window.quietest : Math.min(took, window.quietest * 1.01)
  const usual = Number.isFinite(quietest) ? quietest : 0
  const inVain = waiting + (perSecond * (late - usual)) / 1000
  if (inVain > Math.max(mostWaiting, perSecond * fewest))
    return { size: Math.max(least, Math.min(window.size, open) / 2), quietest }
  if (!isHeld) return { ...window, quietest }
  const most = Number.isFinite(quietest) ? mostConcurrency : untried
  return { size: Math.min(most, window.size + (late > busy ? 1 : window.size)), quietest }
}
