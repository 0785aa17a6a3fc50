/**
 * Max-min fair shares of a limit. No share exceeds its demand while another is short; demands above the limit get equal
 * shares; the rest is spread evenly. With more demands than pieces, `turn` decides which get none this time.
 */
export function fairShares(limit: number, wants: readonly number[], turn: number): number[] {
  const whole = Math.max(0, Math.floor(limit))
  const shares = wants.map(() => 0)
  let left = whole
  let open = wants.flatMap((want, index) => (want > 0 ? [index] : []))
  while (left > 0 && open.length > 0) {
    const each = Math.floor(left / open.length)
    if (each === 0) break
    for (const index of open) {
      const more = Math.min(each, wants[index]! - shares[index]!)
      shares[index]! += more
      left -= more
    }
    open = open.filter((index) => shares[index]! < wants[index]!)
  }
  const takers = open.length > 0 ? open : wants.flatMap((want, index) => (want > 0 ? [index] : []))
  if (takers.length === 0) return shares
  const each = Math.floor(left / takers.length)
  const rest = left - each * takers.length
  for (const [rank, index] of takers.entries()) {
    const isLucky = (rank + turn) % takers.length < rest
    shares[index]! += each + (isLucky ? 1 : 0)
  }
  return shares
}
