/** Notifications of people: mentions, replies, release requests, ended runs. Other rooms write them with `notify`. */

import type { NotificationRow } from '../db/index.ts'
import { requirePerson } from '../http/caller.ts'
import type { Handlers } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import type { Subject } from './notify.ts'
import { countUnread, markRead, selectNotifications } from './queries.ts'

export { membersWith, notify, resolveNotifications, type Subject } from './notify.ts'
export { notifyIfEnded, watchRun } from './watched-runs.ts'

/** Counting stops here: the number of more unread notifications is not shown. */
const maxCounted = 100

export const inboxHandlers = {
  async listNotifications({ store }, { caller, query }) {
    const { workspace } = caller
    const person = requirePerson(caller).id
    const { unread: isUnread, before_id: before, limit } = query
    const rows = await selectNotifications(store.db, workspace, person, {
      isUnread,
      before,
      limit: limit + 1,
    })
    return {
      success: true as const,
      notifications: rows.slice(0, limit).map(present),
      unread_count: await countUnread(store.db, workspace, person, maxCounted),
      has_more: rows.length > limit,
    }
  },

  async readNotifications({ store, now }, { caller, body }) {
    const { workspace } = caller
    const person = requirePerson(caller).id
    const selection = body.ids ? { ids: body.ids } : { upTo: body.up_to_id! }
    const unread_count = await store.transact(async (tx) => {
      await markRead(tx, workspace, person, selection, now())
      return countUnread(tx, workspace, person, maxCounted)
    })
    return { success: true as const, unread_count }
  },
} satisfies Partial<Handlers>

const present = (row: NotificationRow) => ({
  id: row.id,
  kind: row.kind,
  at: isoTime(row.at),
  read_at: row.read_at === null ? null : isoTime(row.read_at),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  subject: JSON.parse(row.subject) as Subject,
  text: row.text,
})
