/** Notifications of people: mentions, replies, release requests, ended runs. Other rooms write them with `notify`. */

import type { Database, NotificationRow } from '../db/index.ts'
import { requirePerson } from '../http/caller.ts'
import type { Handlers } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { StoredSubject, Subject } from './notify.ts'
import { countUnread, markRead, selectNotifications } from './queries.ts'

export {
  changeNotificationsOfComment,
  membersWith,
  notify,
  resolveNotifications,
  type Subject,
} from './notify.ts'
export { deleteNotificationsOfComments, unwatchRun } from './queries.ts'
export { notifyIfEnded, watchRun } from './watched-runs.ts'

/** Unread notifications are counted up to this number. */
const maxCounted = 100

/** The present indexes of rows by their ids; rows that are deleted are left out. A room above the inbox has them. */
export type RowIndexes = (
  db: Database,
  workspace: WorkspaceId,
  subject: Subject,
  rows: readonly number[],
) => Promise<ReadonlyMap<number, number>>

export const inboxHandlers = (rowIndexes: RowIndexes) =>
  ({
    async listNotifications({ store }, { caller, query }) {
      const { workspace } = caller
      const person = requirePerson(caller).id
      const { unread: isUnread, before_id: before, limit } = query
      const rows = await selectNotifications(store.db, workspace, person, {
        isUnread,
        before,
        limit: limit + 1,
      })
      const page = rows
        .slice(0, limit)
        .map((row) => ({ row, subject: JSON.parse(row.subject) as StoredSubject }))
      const indexes = await indexesOf(
        page.map(({ subject }) => subject),
        (subject, ids) => rowIndexes(store.db, workspace, subject, ids),
      )
      return {
        success: true as const,
        notifications: page.map(({ row, subject }) => present(row, subject, indexes)),
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
  }) satisfies Partial<Handlers>

type Indexes = ReadonlyMap<string, ReadonlyMap<number, number>>

/** The present indexes of the rows that the subjects name, by sheet. */
async function indexesOf(
  subjects: readonly StoredSubject[],
  read: (subject: Subject, rows: readonly number[]) => Promise<ReadonlyMap<number, number>>,
): Promise<Indexes> {
  const withRow = subjects.filter((subject) => subject.row_id != null)
  const indexes = new Map<string, ReadonlyMap<number, number>>()
  for (const [id, ofSheet] of Map.groupBy(withRow, (subject) => subject.id))
    indexes.set(id, await read(ofSheet[0]!, [...new Set(ofSheet.map((subject) => subject.row_id!))]))
  return indexes
}

const present = (
  row: NotificationRow,
  { row_id, comment_id, ...subject }: StoredSubject,
  indexes: Indexes,
) => ({
  id: row.id,
  kind: row.kind,
  at: isoTime(row.at),
  read_at: row.read_at === null ? null : isoTime(row.read_at),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  subject: row_id == null ? subject : { ...subject, row_index: indexes.get(subject.id)?.get(row_id) ?? null },
  text: row.text,
})
