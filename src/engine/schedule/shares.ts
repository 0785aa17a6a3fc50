/**
 * Max-min fair shares of a limit. No share exceeds its demand while another is short; demands above the limit get equal
 * shares; the rest is spread evenly. With more demands than pieces, `turn` decides which get none this time.
 */
export function fairShares(limit: number, demands: readonly number[], turn: number): number[] {
  const whole = Math.max(0, Math.floor(limit))
  const shares = demands.map(() => 0)
  let remaining = whole
  let open = demands.flatMap((demand, index) => (demand > 0 ? [index] : []))
  while (remaining > 0 && open.length > 0) {
    const each = Math.floor(remaining / open.length)
    if (each === 0) break
    for (const index of open) {
      const more = Math.min(each, demands[index]! - shares[index]!)
      shares[index]! += more
      remaining -= more
    }
    open = open.filter((index) => shares[index]! < demands[index]!)
  }
  const takers = open.length > 0 ? open : demands.flatMap((want, index) => (want > 0 ? [index] : []))
  if (takers.length === 0) return shares
  const each = Math.floor(remaining / takers.length)
  const unassigned = remaining - each * takers.length
  for (const [rank, index] of takers.entries()) {
    const getsExtra = (rank + turn) % takers.length < unassigned
    shares[index]! += each + (getsExtra ? 1 : 0)
  }
  return shares
}
