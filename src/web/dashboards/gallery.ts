import type { Tile, TileGroup, TileMeasure, TileScoreSubject } from '../../contract/index.ts'
import { emptyTile } from '../../engine/empty-tile.ts'

export interface Template {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly sinceHours: number
  readonly tiles: readonly Tile[]
}

interface TileOptions {
  readonly by?: TileGroup
  readonly key?: string
  readonly shape?: Tile['shape']
  readonly scoreOf?: TileScoreSubject
}

/** The name of the score in the tiles if the workspace has no scores. */
const fallbackScore = 'resolved'

type Box = readonly [x: number, y: number, width: number, height: number]

const tile = (
  title: string,
  measure: TileMeasure,
  [x, y, width, height]: Box,
  options: TileOptions = {},
): Tile => ({
  ...emptyTile,
  id: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  title,
  measure,
  shape: options.shape ?? 'over_time',
  group_by: options.by ?? null,
  metadata_key: options.key ?? null,
  score_name: options.scoreOf ? fallbackScore : null,
  score_subject: options.scoreOf ?? null,
  x,
  y,
  width,
  height,
})

/** The key figures of requests, in one row. */
const figures = [
  tile('Requests', 'requests', [0, 0, 3, 2], { shape: 'number' }),
  tile('Error rate', 'error_rate', [3, 0, 3, 2], { shape: 'number' }),
  tile('Latency p95', 'latency_p95', [6, 0, 3, 2], { shape: 'number' }),
  tile('Cost', 'cost', [9, 0, 3, 2], { shape: 'number' }),
]

const week = 7 * 24
const month = 30 * 24

export const gallery: readonly Template[] = [
  {
    id: 'production-health',
    name: 'Production health',
    about: 'Traffic, errors, latency and cost, and where errors come from',
    sinceHours: 24,
    tiles: [
      ...figures,
      tile('Requests by status', 'requests', [0, 2, 6, 3], { by: 'status' }),
      tile('Latency p95 by model', 'latency_p95', [6, 2, 6, 3], { by: 'engine' }),
      tile('Errors by type', 'errors', [0, 5, 4, 4], { by: 'error_type', shape: 'groups' }),
      tile('Errors by prompt', 'errors', [4, 5, 4, 4], { by: 'prompt_id', shape: 'groups' }),
      tile('Errors by model', 'errors', [8, 5, 4, 4], { by: 'engine', shape: 'groups' }),
    ],
  },
  {
    id: 'cost-by-prompt',
    name: 'Cost by prompt',
    about: 'Spend of each prompt and model, and the tokens behind it',
    sinceHours: month,
    tiles: [
      tile('Cost', 'cost', [0, 0, 4, 2], { shape: 'number' }),
      tile('Tokens', 'tokens', [4, 0, 4, 2], { shape: 'number' }),
      tile('Requests', 'requests', [8, 0, 4, 2], { shape: 'number' }),
      tile('Cost by prompt', 'cost', [0, 2, 8, 4], { by: 'prompt_id' }),
      tile('Most expensive prompts', 'cost', [8, 2, 4, 4], { by: 'prompt_id', shape: 'groups' }),
      tile('Cost by model', 'cost', [0, 6, 6, 4], { by: 'engine' }),
      tile('Tokens by prompt', 'tokens', [6, 6, 6, 4], { by: 'prompt_id' }),
    ],
  },
  {
    id: 'cost-by-customer',
    name: 'Cost by customer',
    about: 'Spend, traffic and errors for each value of a metadata key',
    sinceHours: month,
    tiles: [
      tile('Cost by customer', 'cost', [0, 0, 8, 4], { by: 'metadata', key: 'customer' }),
      tile('Most expensive customers', 'cost', [8, 0, 4, 4], {
        by: 'metadata',
        key: 'customer',
        shape: 'groups',
      }),
      tile('Requests by customer', 'requests', [0, 4, 6, 4], {
        by: 'metadata',
        key: 'customer',
        shape: 'groups',
      }),
      tile('Errors by customer', 'errors', [6, 4, 6, 4], {
        by: 'metadata',
        key: 'customer',
        shape: 'groups',
      }),
    ],
  },
  {
    id: 'model-migration',
    name: 'Model migration',
    about: 'Traffic by model over time, with cost, latency and errors',
    sinceHours: week,
    tiles: [
      tile('Requests by model', 'requests', [0, 0, 12, 4], { by: 'engine' }),
      tile('Cost by model', 'cost', [0, 4, 6, 3], { by: 'engine' }),
      tile('Latency p95 by model', 'latency_p95', [6, 4, 6, 3], { by: 'engine' }),
      tile('Error rate by model', 'error_rate', [0, 7, 6, 4], { by: 'engine', shape: 'groups' }),
      tile('Mean score by model', 'score', [6, 7, 6, 4], { by: 'engine', shape: 'groups' }),
    ],
  },
  {
    id: 'quality-scores',
    name: 'Quality scores',
    about: 'Scores of requests over time, by prompt, version and model',
    sinceHours: week,
    tiles: [
      tile('Mean score', 'score', [0, 0, 4, 3], { shape: 'number' }),
      tile('Score over time', 'score', [4, 0, 8, 3]),
      tile('Score by prompt', 'score', [0, 3, 4, 4], { by: 'prompt_id', shape: 'groups' }),
      tile('Score by prompt version', 'score', [4, 3, 4, 4], {
        by: 'prompt_version',
        shape: 'groups',
      }),
      tile('Score by model', 'score', [8, 3, 4, 4], { by: 'engine', shape: 'groups' }),
    ],
  },
  {
    id: 'conversation-quality',
    name: 'Conversation quality',
    about: 'The most frequent score of sessions and of traces, now and over time',
    sinceHours: month,
    tiles: [
      tile('Score of sessions', 'score', [0, 0, 4, 3], { scoreOf: 'session', shape: 'number' }),
      tile('Score of sessions over time', 'score', [4, 0, 8, 3], { scoreOf: 'session' }),
      tile('Score of traces', 'score', [0, 3, 4, 3], { scoreOf: 'trace', shape: 'number' }),
      tile('Score of traces over time', 'score', [4, 3, 8, 3], { scoreOf: 'trace' }),
    ],
  },
  {
    id: 'latency',
    name: 'Latency',
    about: 'Percentiles over time, and the slow models, prompts and tags',
    sinceHours: 24,
    tiles: [
      tile('Latency p50', 'latency_p50', [0, 0, 4, 2], { shape: 'number' }),
      tile('Latency p95', 'latency_p95', [4, 0, 4, 2], { shape: 'number' }),
      tile('Latency p99', 'latency_p99', [8, 0, 4, 2], { shape: 'number' }),
      tile('Latency p95 by model', 'latency_p95', [0, 2, 12, 4], { by: 'engine' }),
      tile('Slow prompts', 'latency_p95', [0, 6, 6, 4], { by: 'prompt_id', shape: 'groups' }),
      tile('Slow tags', 'latency_p95', [6, 6, 6, 4], { by: 'tags', shape: 'groups' }),
    ],
  },
]
