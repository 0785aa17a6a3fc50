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
    const equalPart = Math.floor(remaining / open.length)
    if (equalPart === 0) break
    for (const index of open) {
      const more = Math.min(equalPart, demands[index]! - shares[index]!)
      shares[index]! += more
      remaining -= more
    }
    open = open.filter((index) => shares[index]! < demands[index]!)
  }
  const receivers = open.length > 0 ? open : demands.flatMap((demand, index) => (demand > 0 ? [index] : []))
  if (receivers.length === 0) return shares
  const equalPart = Math.floor(remaining / receivers.length)
  const unassigned = remaining - equalPart * receivers.length
  for (const [rank, index] of receivers.entries()) {
    const getsExtra = (rank + turn) % receivers.length < unassigned
    shares[index]! += equalPart + (getsExtra ? 1 : 0)
  }
  return shares
}
