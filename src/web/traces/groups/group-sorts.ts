/** Orders of sessions and users, as the address has them. */
export const groupSorts = [
  'last_trace_at',
  'trace_count',
  'error_count',
  'cost',
  'tokens',
  'duration_ms',
] as const
export type GroupSort = (typeof groupSorts)[number]
