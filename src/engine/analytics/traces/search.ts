/** Orders of a list of traces. Traces with equal values are ordered by id, in the same direction. */
export const traceSorts = [
  'trace_start_time',
  'trace_duration_ms',
  'trace_total_cost_usd',
  'trace_total_tokens',
] as const
export type TraceSort = (typeof traceSorts)[number]

/** `live`: spans are still expected; `ended`: the root span has ended; `closed`: takes no more spans. */
export const traceStates = ['live', 'ended', 'closed'] as const
