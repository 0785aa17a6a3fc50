/** The order of `count` items after some of them move, in their order, to index `to`: for each new index the old one. */
export function movedOrder(count: number, moved: ReadonlySet<number>, to: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index)
  const others = all.filter((index) => !moved.has(index))
  return others.toSpliced(to, 0, ...all.filter((index) => moved.has(index)))
}
