import { randomUUIDv7 } from 'node:crypto'
import { mayDo, type Role } from '../../contract/index.ts'
import type { NotificationRow, Tx } from '../db/index.ts'
import { type Actor, idOf, nameOf } from '../http/caller.ts'
import { selectMembers } from '../people/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import {
  deleteMentionsExcept,
  deleteNotificationsBefore,
  insertNotifications,
  newestNotifications,
  updateNotifications,
  updateTextOfComment,
} from './queries.ts'

const retentionMilliseconds = 180 * 24 * 3_600_000
const maxTextLength = 280

/** The subject of a notification, in the form of the API. */
export interface Subject {
  readonly type: 'prompt' | 'request' | 'trace' | 'sheet'
  readonly id: string
  readonly name: string
  readonly table_id: string | null
  readonly version_number: number | null
  readonly row_index: number | null
}

/** The stored value of `notifications.subject`. */
export interface StoredSubject extends Subject {
  /** The row of a sheet, whose index may change. */
  readonly row_id?: number | null
  /** Programs before schema 127 stored the comment here. */
  readonly comment_id?: number
}

export interface NewNotification {
  readonly kind: NotificationRow['kind']
  readonly actor: Actor
  readonly subject: Subject
  readonly text: string
  /** The comment that caused the notification, and the row that it is about. */
  readonly comment?: { readonly id: number; readonly row: number | null }
}

/** Notifies the people who are members, except the actor. Deletes old notifications. */
export async function notify(
  tx: Tx,
  workspace: WorkspaceId,
  people: Iterable<string>,
  { kind, actor, subject, text, comment }: NewNotification,
  now: number,
): Promise<void> {
  const recipients = new Set(people)
  recipients.delete(idOf(actor))
  if (recipients.size === 0) return
  const members = await selectMembers(tx, workspace)
  const notified = members.filter(({ id }) => recipients.has(id))
  const stored: StoredSubject = comment ? { ...subject, row_id: comment.row } : subject
  const newest = await newestNotifications(
    tx,
    workspace,
    notified.map(({ id }) => id),
  )
  const rows = notified.map(
    ({ id: person_id }): NotificationRow => ({
      workspace_id: workspace,
      person_id,
      id: idAfter(newest.get(person_id)),
      kind,
      actor_kind: actor.kind,
      actor_id: idOf(actor),
      actor_name: nameOf(actor),
      subject: JSON.stringify(stored),
      comment_id: comment?.id ?? null,
      text: beginning(text),
      at: now,
      read_at: null,
    }),
  )
  await deleteNotificationsBefore(tx, now - retentionMilliseconds)
  await insertNotifications(tx, rows)
}

/**
 * An id that sorts after the newest one, also if the clock was set back or is behind another process's. Pages and
 * `up_to_id` compare ids. Its random digits differ from those of a notification that another process makes meanwhile.
 */
function idAfter(newest: string | undefined): string {
  const id = randomUUIDv7()
  if (newest === undefined || id > newest) return id
  const nextMillisecond = Number.parseInt(newest.slice(0, 13).replace('-', ''), 16) + 1
  const digits = nextMillisecond.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}${id.slice(13)}`
}

/** Marks the notifications of an event as read, and adds its outcome to their text. */
export const resolveNotifications = async (
  tx: Tx,
  workspace: WorkspaceId,
  { kind, subject: { type, id }, text }: Omit<NewNotification, 'actor'>,
  at: number,
  outcome: { readonly text: string; readonly now: number },
): Promise<void> => {
  const subjectStart = `${JSON.stringify({ type, id }).slice(0, -1)},`
  const sent = { kind, at, text: beginning(text), subjectStart }
  await updateNotifications(tx, workspace, sent, { ...outcome, text: beginning(outcome.text) })
}

/** Gives the notifications of a comment its new text, and deletes mentions of people whom it no longer names. */
export async function changeNotificationsOfComment(
  tx: Tx,
  workspace: WorkspaceId,
  comment: number,
  change: { readonly text: string; readonly mentions: readonly string[] },
): Promise<void> {
  await deleteMentionsExcept(tx, workspace, comment, change.mentions)
  await updateTextOfComment(tx, workspace, comment, beginning(change.text))
}

/** Lists the members with this role or a higher one. */
export async function membersWith(tx: Tx, workspace: WorkspaceId, role: Role): Promise<string[]> {
  const members = await selectMembers(tx, workspace)
  return members.filter((member) => mayDo(member.role, role)).map(({ id }) => id)
}

/** Cuts a text without cutting a surrogate pair. */
function beginning(text: string): string {
  if (text.length <= maxTextLength) return text
  return `${text.slice(0, maxTextLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
