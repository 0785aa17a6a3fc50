/** Orders of the list of traces, as the address has them. */
export const traceSorts = [
  'trace_start_time',
  'trace_duration_ms',
  'trace_total_cost_usd',
  'trace_total_tokens',
] as const
export type TraceSort = (typeof traceSorts)[number]
