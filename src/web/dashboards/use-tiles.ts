import { useState } from 'react'
import type { Tile } from '../../contract/index.ts'

interface Step {
  readonly before: readonly Tile[]
  readonly after: readonly Tile[]
}

/**
 * Changes of the tiles with undo and redo. A step can be undone only while the tiles are as the step left them, so that
 * changes of other people stay.
 */
export function useTiles(tiles: readonly Tile[], save: (tiles: readonly Tile[]) => void) {
  const [done, setDone] = useState<readonly Step[]>([])
  const [undone, setUndone] = useState<readonly Step[]>([])
  const last = done.at(-1)
  const next = undone.at(-1)
  return {
    setTiles: (after: readonly Tile[]) => {
      setDone([...done, { before: tiles, after }])
      setUndone([])
      save(after)
    },
    undo:
      last && isSame(last.after, tiles)
        ? () => {
            setDone(done.slice(0, -1))
            setUndone([...undone, last])
            save(last.before)
          }
        : null,
    redo:
      next && isSame(next.before, tiles)
        ? () => {
            setUndone(undone.slice(0, -1))
            setDone([...done, next])
            save(next.after)
          }
        : null,
  }
}

/** Compares without the order of fields, because the server may send them in another order. */
const isSame = (a: readonly Tile[], b: readonly Tile[]): boolean =>
  JSON.stringify(a.map(sortedEntries)) === JSON.stringify(b.map(sortedEntries))

const sortedEntries = (tile: Tile) => Object.entries(tile).toSorted(([a], [b]) => (a < b ? -1 : 1))
