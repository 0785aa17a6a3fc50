/**
 * Calls to a provider that a process may have under way so many milliseconds after it began in the place of one that was
 * killed in the midst of calls, when it has kept so many answers. What is under way is lost with each kill, and what
 * killed the one before may kill this one too: a twenty-fifth of what was kept is what another kill may cost.
 */
export const mostAfterKill = (milliseconds: number, kept: number): number =>
  Math.floor(Math.max(few + kept / 25, few * 2 ** (milliseconds / doubling)))

const few = 2
const doubling = 20_000

/**
 * Calls that a process may have under way to a provider so many milliseconds after the first one, when it has kept so
 * many answers. Those to a first burst come together, and a process that has just begun takes longest to keep them: a
 * kill takes those that wait. Where answers take their time, so much at once does not come.
 */
export const mostAtFirst = (milliseconds: number, kept: number): number =>
  first + 2 * kept + Math.floor(milliseconds / spread)

const first = 32
const spread = 10

/**
 * Answers of a provider that may wait to be kept when so many have been: where storage is slower than the provider, no
 * call is begun until it has caught up, as a kill takes those that wait.
 */
export const mostUnkept = (kept: number): number => first + kept / 10
