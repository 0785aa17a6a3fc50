import type { Tile, TileGroup, TileMeasure, TileScoreSubject } from '../../contract/index.ts'

export const measureNames: Record<TileMeasure, string> = {
  requests: 'Requests',
  errors: 'Errors',
  error_rate: 'Error rate',
  cost: 'Cost',
  tokens: 'Tokens',
  latency_p50: 'Latency p50',
  latency_p95: 'Latency p95',
  latency_p99: 'Latency p99',
  first_token_p50: 'First token p50',
  first_token_p95: 'First token p95',
  speed_p50: 'Tokens per second p50',
  score: 'Mean score',
  score_share: 'Share of a score’s value',
  sheet_score: 'Score of a table',
}

export const groupNames: Record<TileGroup, string> = {
  engine: 'Model',
  provider_type: 'Provider',
  prompt_id: 'Prompt',
  prompt_version: 'Prompt version',
  prompt_version_number: 'Version number of all prompts',
  source: 'Source',
  status: 'Status',
  error_type: 'Error type',
  tags: 'Tag',
  tool_names: 'Tool called',
  metadata: 'Metadata key',
  score: 'Score by category',
}

export const scoredNames: Record<TileScoreSubject | 'request', string> = {
  request: 'Requests',
  trace: 'Traces',
  session: 'Sessions',
}

export const shapeNames: Record<Tile['shape'], string> = {
  over_time: 'Over time',
  groups: 'By group',
  number: 'One number',
}
