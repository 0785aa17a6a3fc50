/**
 * Calls to a provider that a restarted process may have under way, by time since its start and by number of stored
 * answers. A kill loses the calls under way, and its cause may recur soon after the restart. So the limit begins at two
 * calls plus a fiftieth of the stored answers, and the time doubles it every 20 seconds.
 */
export const maxCallsAfterKill = (milliseconds: number, storedAnswers: number): number =>
  Math.floor(Math.max(minCalls + storedAnswers / 50, minCalls * 2 ** (milliseconds / doublingMilliseconds)))

const minCalls = 2
const doublingMilliseconds = 20_000

/**
 * Calls that a process may have under way to a provider, by time since the first call and by number of stored answers.
 * The answers of a first burst arrive together, and a new process stores them slowly: a kill loses the waiting ones.
 */
export const maxCallsAfterStart = (milliseconds: number, storedAnswers: number): number =>
  firstBurst + storedAnswers + Math.floor(milliseconds / millisecondsPerCall)

const firstBurst = 32
const millisecondsPerCall = 10

/**
 * Limit of calls under way plus answers not yet stored, by number of stored answers and by the waiting part. If storage
 * is slower than the provider, calls under way soon wait to be stored, and a kill loses them.
 */
export const maxAtRisk = (storedAnswers: number, part: number): number =>
  (minAtRisk + storedAnswers / 10) / part

const minAtRisk = 16

/**
 * Calls under way and answers waiting to be stored (`all`), and the waiting ones alone: at a moment, or summed over
 * time.
 */
export interface AtRisk {
  readonly all: number
  readonly waiting: number
}

/** Exponentially weighted sum with a half-life of half a second. */
export function decayedSum(before: AtRisk, now: AtRisk, milliseconds: number): AtRisk {
  const weight = 0.5 ** (milliseconds / halfLife)
  return {
    all: before.all * weight + now.all * milliseconds,
    waiting: before.waiting * weight + now.waiting * milliseconds,
  }
}

const halfLife = 500

/** The waiting part; 0 without calls. */
export const waitingShare = ({ all, waiting }: AtRisk): number => (all === 0 ? 0 : waiting / all)
