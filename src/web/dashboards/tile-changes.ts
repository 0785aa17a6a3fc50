import type { Tile } from '../../contract/index.ts'
import { type Answer, queryClient } from '../api/index.ts'
import { toast } from '../design/index.ts'
import { arrangeTiles, compactTiles } from './grid.ts'
import { dashboardKey } from './use-dashboards.ts'

/** The changes of single tiles. Other tiles move out of the way. */
export const tileChanges = (
  dashboard: number,
  tiles: readonly Tile[],
  setTiles: (tiles: readonly Tile[]) => void,
) => ({
  /** Replaces a tile, or adds a new one and scrolls to it. */
  put(tile: Tile) {
    const isNew = !tiles.some((other) => other.id === tile.id)
    setTiles(isNew ? [...tiles, tile] : tiles.map((other) => (other.id === tile.id ? tile : other)))
    if (isNew)
      requestAnimationFrame(() => document.querySelector(`[data-tile="${tile.id}"]`)?.scrollIntoView())
  },
  duplicate(tile: Tile) {
    const copy = { ...tile, id: crypto.randomUUID(), title: `${tile.title} (copy)`, y: tile.y + tile.height }
    setTiles(arrangeTiles(tiles, copy))
  },
  remove(tile: Tile) {
    /** The present tiles, because others may have been moved since the removal. */
    const putBack = () => {
      const present = queryClient.getQueryData<Answer<'readDashboard'>>(dashboardKey(dashboard))
      setTiles(arrangeTiles(present?.dashboard.tiles ?? tiles, tile))
    }
    setTiles(compactTiles(tiles.filter((other) => other.id !== tile.id)))
    toast(`${tile.title} removed`, { undo: putBack })
  },
})
