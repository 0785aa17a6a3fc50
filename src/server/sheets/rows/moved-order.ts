/**
 * The order of `count` things after some of them moved, in their order, so that the first stands at `to`: at each
 * place the index of what came to stand there.
 */
export function movedOrder(count: number, moved: ReadonlySet<number>, to: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index)
  const others = all.filter((index) => !moved.has(index))
  return others.toSpliced(to, 0, ...all.filter((index) => moved.has(index)))
}
