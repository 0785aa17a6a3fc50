import { isFields } from '../../../engine/json/fields.ts'
import type { Json } from '../../../engine/json/json.ts'
import type { RequestMetrics } from './present.ts'

/** Latency and cost of the trace in a cell; null if the value is no trace. */
export function traceMetrics(value: Json): RequestMetrics | null {
  if (!isFields(value)) return null
  const { trace_id, request_ids, latency_ms, price, input_tokens, output_tokens } = value
  if (typeof trace_id !== 'string') return null
  const ids = (Array.isArray(request_ids) ? request_ids : []).filter((id) => Number.isSafeInteger(id))
  return {
    request_count: ids.length,
    request_ids: ids as number[],
    latency_ms: finite(latency_ms),
    price: finite(price),
    input_tokens: wholeNumber(input_tokens),
    output_tokens: wholeNumber(output_tokens),
    trace_ids: [trace_id],
  }
}

const finite = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)
const wholeNumber = (value: Json | undefined): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null
