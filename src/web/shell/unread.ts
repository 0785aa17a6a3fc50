import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/index.ts'

/**
 * The number of unread notifications. It is fetched each minute, because the end of a run is no change that the server
 * announces.
 */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) =>
    (await call('listNotifications', { query: { unread: true, limit: 1 }, signal })).unread_count,
  refetchInterval: 60_000,
})
