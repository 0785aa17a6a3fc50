import { useUndo } from '../design/index.ts'
import type { Bench } from './variant.ts'

type Part = keyof Bench
type Item = Bench[Part][number]

interface Removed {
  readonly part: Part
  readonly index: number
  readonly item: Item
}

const withItems = (bench: Bench, part: Part, change: (items: readonly Item[]) => Item[]): Bench => ({
  ...bench,
  [part]: change(bench[part]),
})

/** Removes a variant, a case or a scorer and offers Undo, because a saved playground stores the removal at once. */
export function useRemoval(bench: Bench, setBench: (bench: Bench) => void) {
  const offerUndo = useUndo<Removed>(({ part, index, item }) =>
    setBench(withItems(bench, part, (items) => items.toSpliced(Math.min(index, items.length), 0, item))),
  )
  return (part: Part, index: number, name: string): void => {
    const item = bench[part][index]!
    setBench(withItems(bench, part, (items) => items.toSpliced(index, 1)))
    offerUndo(`${name} removed`, { part, index, item })
  }
}
