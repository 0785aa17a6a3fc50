import type { Tile, TileGroup, TileMeasure } from '../../../contract/index.ts'
import { emptyTile } from '../../../engine/empty-tile.ts'

type Box = readonly [x: number, y: number, width: number, height: number]

const tile = (
  title: string,
  measure: TileMeasure,
  [x, y, width, height]: Box,
  shape: Tile['shape'],
  group_by: TileGroup | null = null,
): Tile => ({
  ...emptyTile,
  id: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  title,
  measure,
  shape,
  group_by,
  x,
  y,
  width,
  height,
})

/** Tiles of the sample dashboard; one shows the score of the sample sheet. */
export const sampleTiles = (score: Pick<Tile, 'table_id' | 'sheet_id'>): Tile[] => [
  tile('Requests', 'requests', [0, 0, 3, 2], 'number'),
  tile('Error rate', 'error_rate', [3, 0, 3, 2], 'number'),
  tile('Cost', 'cost', [6, 0, 3, 2], 'number'),
  { ...tile('Triage quality', 'sheet_score', [9, 0, 3, 2], 'number'), ...score },
  tile('Requests by status', 'requests', [0, 2, 6, 3], 'over_time', 'status'),
  tile('Latency p95 by model', 'latency_p95', [6, 2, 6, 3], 'over_time', 'engine'),
  tile('Cost by prompt', 'cost', [0, 5, 6, 4], 'groups', 'prompt_id'),
  tile('Errors by type', 'errors', [6, 5, 6, 4], 'groups', 'error_type'),
]
