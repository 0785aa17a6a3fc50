/** The position of a tile in a grid of 12 columns. */
export interface TilePosition {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const columns = 12
export const minWidth = 2
export const maxHeight = 12

const overlap = (a: TilePosition, b: TilePosition): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const byPosition = (a: TilePosition, b: TilePosition): number => a.y - b.y || a.x - b.x

const clamped = <T extends TilePosition>(tile: T): T => {
  const width = Math.min(columns, Math.max(minWidth, tile.width))
  return {
    ...tile,
    width,
    height: Math.min(maxHeight, Math.max(1, tile.height)),
    x: Math.min(columns - width, Math.max(0, tile.x)),
    y: Math.max(0, tile.y),
  }
}

/**
 * The tiles after one of them was moved or resized: overlapped tiles move down, then all tiles close the gaps
 * above them.
 */
export function arrangeTiles<T extends TilePosition>(tiles: readonly T[], changed: T): T[] {
  const arranged: T[] = [clamped(changed)]
  for (const tile of tiles.filter(({ id }) => id !== changed.id).sort(byPosition)) {
    let next = tile
    while (arranged.some((other) => overlap(other, next))) next = { ...next, y: next.y + 1 }
    arranged.push(next)
  }
  return compactTiles(arranged)
}

/** Moves each tile up as far as those above allow, in reading order. */
export function compactTiles<T extends TilePosition>(tiles: readonly T[]): T[] {
  const compacted: T[] = []
  for (const tile of tiles.toSorted(byPosition)) {
    let next = tile
    for (;;) {
      const higher = { ...next, y: next.y - 1 }
      if (higher.y < 0 || compacted.some((other) => overlap(other, higher))) break
      next = higher
    }
    compacted.push(next)
  }
  return compacted
}

/** The first row below all tiles. */
export const bottomOf = (tiles: readonly TilePosition[]): number =>
  tiles.reduce((bottom, { y, height }) => Math.max(bottom, y + height), 0)
