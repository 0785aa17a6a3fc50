import { z } from 'zod'
import {
  actor,
  answer,
  boundedList,
  endpointsOf,
  named,
  textBoolean,
  textInteger,
  timestamp,
} from '../kit/index.ts'
import { Subject } from './fields.ts'

const define = endpointsOf({ tags: ['comments'] })
const path = '/api/public/v2/notifications'

const NotificationId = z.uuid().meta({ entity: 'notification' })

const notificationKinds = ['mention', 'reply', 'release_request', 'release_decision', 'run_finished'] as const

const Notification = named('Notification', {
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  at: timestamp,
  read_at: timestamp.nullable(),
  /** The actor who caused the notification; for a finished run, the person who started the run. */
  actor,
  /**
   * The subject at the time of the notification. The index of a row is the present one, or null if the row was
   * deleted.
   */
  subject: Subject,
  /** The beginning of the comment, the label with its version, or how the run ended. */
  text: z.string(),
})

export const listNotifications = define({
  id: 'list_notifications',
  get: path,
  summary: "List the signed-in person's notifications in this workspace, newest first",
  description:
    'Mentions, replies, release requests to decide, decisions on requests that the person made, and the end of ' +
    'runs that took ten seconds or more. Notifications are kept for 180 days.',
  sessionOnly: true,
  query: z.object({
    unread: textBoolean.default(false).describe('Only unread notifications'),
    before_id: z.uuid().optional(),
    limit: textInteger({ minimum: 1, maximum: 100 }).default(50),
  }),
  success: {
    200: answer('NotificationsResponse', {
      notifications: z.array(Notification),
      /** Number of unread notifications, 100 at most. */
      unread_count: z.int(),
      has_more: z.boolean(),
    }),
  },
  example: {},
})

export const readNotifications = define({
  id: 'read_notifications',
  post: `${path}/read`,
  summary: 'Mark notifications of the signed-in person as read: the listed ones, or all up to an id',
  sessionOnly: true,
  role: 'viewer',
  audited: false,
  body: z
    .strictObject({
      ids: boundedList(NotificationId, 200).optional(),
      up_to_id: z.uuid().optional(),
    })
    .refine(({ ids, up_to_id }) => (ids === undefined) !== (up_to_id === undefined), {
      error: 'takes either ids or up_to_id',
    }),
  success: { 200: answer('NotificationsRead', { unread_count: z.int() }) },
  example: { body: { up_to_id: '01890000-0000-7000-8000-000000000001' } },
})
