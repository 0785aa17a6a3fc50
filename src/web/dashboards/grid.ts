/** The position of a tile in a grid of 12 columns. */
export interface Placed {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const columns = 12
export const leastWidth = 2
export const mostHeight = 12

const overlap = (a: Placed, b: Placed): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const byPosition = (a: Placed, b: Placed): number => a.y - b.y || a.x - b.x

const clamped = <T extends Placed>(tile: T): T => {
  const width = Math.min(columns, Math.max(leastWidth, tile.width))
  return {
    ...tile,
    width,
    height: Math.min(mostHeight, Math.max(1, tile.height)),
    x: Math.min(columns - width, Math.max(0, tile.x)),
    y: Math.max(0, tile.y),
  }
}

/**
 * The tiles after one of them was moved or resized: overlapped tiles move down, then all tiles close the gaps
 * above them.
 */
export function arrangeTiles<T extends Placed>(tiles: readonly T[], changed: T): T[] {
  const placed: T[] = [clamped(changed)]
  for (const tile of tiles.filter(({ id }) => id !== changed.id).sort(byPosition)) {
    let next = tile
    while (placed.some((other) => overlap(other, next))) next = { ...next, y: next.y + 1 }
    placed.push(next)
  }
  return compactTiles(placed)
}

/** Moves each tile up as far as those above allow, in reading order. */
export function compactTiles<T extends Placed>(tiles: readonly T[]): T[] {
  const settled: T[] = []
  for (const tile of tiles.toSorted(byPosition)) {
    let next = tile
    for (;;) {
      const higher = { ...next, y: next.y - 1 }
      if (higher.y < 0 || settled.some((other) => overlap(other, higher))) break
      next = higher
    }
    settled.push(next)
  }
  return settled
}

/** The first row below all tiles. */
export const bottomOf = (tiles: readonly Placed[]): number =>
  tiles.reduce((most, { y, height }) => Math.max(most, y + height), 0)
