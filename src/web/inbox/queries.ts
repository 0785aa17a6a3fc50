import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../api/index.ts'

export type Notification = Answer<'listNotifications'>['notifications'][number]

/** Notifications, newest first. */
export const notificationsQuery = (isUnread: boolean) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list', isUnread],
    queryFn: ({ signal, pageParam }) =>
      call('listNotifications', { query: { unread: isUnread, before_id: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ has_more, notifications }) => (has_more ? notifications.at(-1)?.id : undefined),
  })
