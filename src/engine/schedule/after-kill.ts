/**
 * Calls that a process may have under way so many milliseconds after it began in the place of one that was killed in the
 * midst of calls. Those are lost with each kill, and what killed the one before may kill this one too.
 */
export const mostAfterKill = (milliseconds: number): number =>
  Math.floor(few * 2 ** (milliseconds / doubling))

const few = 2
const doubling = 5_000
