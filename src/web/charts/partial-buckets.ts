/** Whether the last bucket is still filling at `now`. Times are in seconds. */
export function isPartial(times: readonly number[], now: number): boolean {
  const [before, last] = times.slice(-2)
  return last !== undefined && last <= now && now < last + (last - before!)
}
