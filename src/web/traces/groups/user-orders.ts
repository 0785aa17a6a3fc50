/** Orders of the users of logged requests, largest first. */
export const userOrders = ['cost', 'requests', 'errors', 'tokens'] as const
export type UserOrder = (typeof userOrders)[number]
