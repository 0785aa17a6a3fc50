/**
 * Calls to a provider that a process may have under way so many milliseconds after it began in the place of one that was
 * killed in the midst of calls, when it has kept so many answers. What is under way is lost with each kill, and what
 * killed the one before may kill this one too: a fiftieth of what was kept, and two, is what another kill may cost.
 */
export const mostAfterKill = (milliseconds: number, kept: number): number =>
  Math.floor(Math.max(few + kept / 50, few * 2 ** (milliseconds / doubling)))

const few = 2
const doubling = 20_000

/**
 * Calls that a process may have under way to a provider so many milliseconds after the first one, when it has kept so
 * many answers. Those to a first burst come together, and a process that has just begun takes longest to keep them: a
 * kill takes those that wait. Where answers take their time, so much at once does not come.
 */
export const mostAtFirst = (milliseconds: number, kept: number): number =>
  first + kept + Math.floor(milliseconds / spread)

const first = 32
const spread = 10

/**
 * Calls to a provider and answers of it that are not kept yet, at once, when so many answers have been kept and such a
 * part of those calls has waited to be kept. Where storage is slower than the provider, what is under way waits soon, and
 * a kill takes what waits.
 */
export const mostAtRisk = (kept: number, part: number): number => (waiting + kept / 10) / part

const waiting = 16

/** Calls under way and answers that wait to be kept, and those that wait alone: at a moment, or summed over milliseconds. */
export interface AtRisk {
  readonly all: number
  readonly waiting: number
}

/** The sum of what has been lately, after so many more milliseconds: what was half a second before counts half. */
export function lately(before: AtRisk, now: AtRisk, milliseconds: number): AtRisk {
  const left = 0.5 ** (milliseconds / halfLife)
  return {
    all: before.all * left + now.all * milliseconds,
    waiting: before.waiting * left + now.waiting * milliseconds,
  }
}

const halfLife = 500

/** The part that waits; none of nothing. */
export const waitingPart = ({ all, waiting }: AtRisk): number => (all === 0 ? 0 : waiting / all)
