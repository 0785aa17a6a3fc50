/**
 * Moves some of `count` items to index `to`; they keep their order. Returns the old index of the item at each new
 * index.
 */
export function movedOrder(count: number, moved: ReadonlySet<number>, to: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index)
  const others = all.filter((index) => !moved.has(index))
  return others.toSpliced(to, 0, ...all.filter((index) => moved.has(index)))
}
