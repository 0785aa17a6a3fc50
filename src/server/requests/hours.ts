import { maxPrice } from '../../engine/limits.ts'
import { isPriced } from '../../engine/price/index.ts'
import type { RequestRow } from '../db/index.ts'

const hour = 3_600_000

/** The price as sums count it; null if it is unknown. Requests of versions before 0.3 may have larger prices. */
export const summedPrice = ({ price, price_source }: Pick<RequestRow, 'price' | 'price_source'>) =>
  isPriced(price_source) ? Math.min(price, maxPrice) : null

/** The key and the summed values of an hour's row. A count of -1 subtracts. */
export type HourValues = ReturnType<typeof hourValues>

type Counted = Pick<
  RequestRow,
  | 'workspace_id'
  | 'started_at'
  | 'provider'
  | 'model'
  | 'prompt_id'
  | 'feature'
  | 'status'
  | 'latency_bucket'
  | 'input_tokens'
  | 'output_tokens'
  | 'price'
  | 'price_source'
  | 'latency_ms'
  | 'error_type'
  | 'cached_tokens'
  | 'thinking_tokens'
  | 'turn_count'
  | 'tool_call_count'
  | 'span_id'
  | 'output_shape'
>

export const hourValues = (row: Counted, sign: 1 | -1) => ({
  workspace_id: row.workspace_id,
  hour: Math.floor(row.started_at / hour),
  provider: row.provider,
  model: row.model,
  prompt_id: row.prompt_id ?? 0,
  source: row.feature,
  status: row.status,
  error_type: row.error_type ?? '',
  latency_bucket: row.latency_bucket,
  requests: sign,
  input_tokens: sign * row.input_tokens,
  output_tokens: sign * row.output_tokens,
  price: sign * Math.min(row.price, maxPrice),
  latency_ms: sign * row.latency_ms,
  cached_tokens: sign * row.cached_tokens,
  thinking_tokens: sign * row.thinking_tokens,
  turns: sign * row.turn_count,
  tool_calls: sign * row.tool_call_count,
  traced: row.span_id === null ? 0 : sign,
  json_outputs: row.output_shape === 'json' ? sign : 0,
  tool_call_outputs: row.output_shape === 'tool_call' ? sign : 0,
  unpriced: isPriced(row.price_source) ? 0 : sign,
})
