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

/** Orders of the users of logged requests, largest first. */
export const userOrders = ['cost', 'requests', 'errors', 'tokens'] as const
export type UserOrder = (typeof userOrders)[number]
