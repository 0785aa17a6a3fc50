const megabyte = 1024 * 1024
/** Memory of the server under load. */
const serverBytes = 512 * megabyte
/** Memory of two runners, one of each language. */
const pairBytes = (125 + 265) * megabyte
const maxRunners = 4

/** Maximum runners of each language for this memory, at least one. */
export const runnersFor = (bytes: number): number =>
  Math.max(1, Math.min(maxRunners, Math.floor((bytes - serverBytes) / pairBytes)))
