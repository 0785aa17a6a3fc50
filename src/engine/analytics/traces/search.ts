/** Orders of a list of traces. Traces with equal values are ordered by id, in the same direction. */
export const traceSorts = [
  'trace_start_time',
  'trace_duration_ms',
  'trace_total_cost_usd',
  'trace_total_tokens',
] as const
export type TraceSort = (typeof traceSorts)[number]

/** Orders of sessions and users. */
export const traceGroupSorts = [
  'last_trace_at',
  'trace_count',
  'error_count',
  'cost',
  'tokens',
  'duration_ms',
] as const
export type TraceGroupSort = (typeof traceGroupSorts)[number]

/** `live`: spans are still expected; `ended`: the root span has ended; `closed`: takes no more spans. */
export const traceStates = ['live', 'ended', 'closed'] as const
