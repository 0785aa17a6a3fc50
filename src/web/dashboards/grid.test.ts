import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrangeTiles, bottomOf, compactTiles, type TilePosition } from './grid.ts'

const tile = (id: string, x: number, y: number, width = 6, height = 3): TilePosition => ({
  id,
  x,
  y,
  width,
  height,
})
const boxes = (tiles: readonly TilePosition[]) =>
  Object.fromEntries(tiles.map(({ id, x, y, width, height }) => [id, [x, y, width, height]]))

test('a moved tile pushes others down', () => {
  const tiles = [tile('a', 0, 0), tile('b', 6, 0)]
  assert.deepEqual(boxes(arrangeTiles(tiles, tile('b', 0, 0))), { b: [0, 0, 6, 3], a: [0, 3, 6, 3] })
})

test('a tile stays within the grid', () => {
  assert.deepEqual(boxes(arrangeTiles([], tile('a', 9, -2))), { a: [6, 0, 6, 3] })
  assert.deepEqual(boxes(arrangeTiles([], tile('a', 0, 0, 20, 40))), { a: [0, 0, 12, 12] })
})

test('gaps close upwards', () => {
  const tiles = [tile('a', 0, 4), tile('b', 6, 9), tile('c', 0, 20)]
  assert.deepEqual(boxes(compactTiles(tiles)), { a: [0, 0, 6, 3], b: [6, 0, 6, 3], c: [0, 3, 6, 3] })
  assert.equal(bottomOf(compactTiles(tiles)), 6)
})
