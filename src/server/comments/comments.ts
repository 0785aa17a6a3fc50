import { mayDo } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { CommentRow, Tx } from '../db/index.ts'
import { type Caller, idOf, nameOf } from '../http/caller.ts'
import type { Handlers } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import {
  changeNotificationsOfComment,
  deleteNotificationsOfComments,
  notify,
  type Subject,
} from '../inbox/index.ts'
import { selectMembers } from '../people/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { commentRows, countComments, selectAuthors, selectComments } from './queries.ts'
import { type FoundSubject, findSubject, presenterOf } from './subjects.ts'

type Written = Pick<CommentRow, 'author_kind' | 'author_id'>

/** True for the author, unless the author's role no longer allows changes. */
const mayEdit = ({ actor, role }: Caller, { author_kind, author_id }: Written): boolean =>
  mayDo(role, 'contributor') && actor.kind === author_kind && idOf(actor) === author_id

const mayDelete = (caller: Caller, comment: Written): boolean =>
  mayEdit(caller, comment) || mayDo(caller.role, 'admin')

const maxComments = 2_000
const absent = () => new Refusal('not_found', 'There is no such comment.')

interface Mention {
  readonly id: string
  readonly name: string
}

export const commentHandlers = {
  async listComments({ store }, { caller, query }) {
    const { workspace } = caller
    const { after_id = 0, limit, ...named } = query
    const subject = await findSubject(store.db, workspace, named)
    const page = { part: subject.part, after: after_id, limit: limit + 1 }
    const rows = await selectComments(store.db, workspace, subject.key, page)
    const pageComments = rows.slice(0, limit)
    const subjectOf = await presenterOf(
      store.db,
      subject,
      pageComments.map(({ part }) => part),
    )
    return {
      success: true as const,
      comments: pageComments.map((row) => present(caller, row, subjectOf(row.part))),
      has_more: rows.length > limit,
    }
  },

  async createComment({ store, now }, { caller, body }) {
    const { workspace, actor } = caller
    const { text, mentions: people, ...named } = body
    return store.transact(async (tx) => {
      const subject = await findSubject(tx, workspace, named)
      if ((await countComments(tx, workspace, subject.key)) >= maxComments)
        throw new Refusal('bad_request', `A subject has at most ${maxComments} comments.`)
      const mentions = await membersNamed(tx, workspace, people)
      const row: CommentRow = {
        workspace_id: workspace,
        id: await store.nextId(tx, 'comment_ids'),
        ...subject.key,
        part: subject.part,
        author_kind: actor.kind,
        author_id: idOf(actor),
        author_name: nameOf(actor),
        text,
        mentions: JSON.stringify(mentions),
        created_at: now(),
        edited_at: null,
      }
      const subjectPart = (await presenterOf(tx, subject, [row.part]))(row.part)
      const namedIds = mentions.map(({ id }) => id)
      const others = await selectAuthors(tx, workspace, subject.key, subject.part)
      await commentRows.insert(tx, row)
      const notification = { actor, subject: subjectPart, text, comment: notifiedBy(row) }
      await notify(tx, workspace, namedIds, { kind: 'mention', ...notification }, row.created_at)
      const repliedTo = others.filter((person) => !namedIds.includes(person))
      await notify(tx, workspace, repliedTo, { kind: 'reply', ...notification }, row.created_at)
      return { success: true as const, comment: present(caller, row, subjectPart) }
    })
  },

  async updateComment({ store, now }, { caller, params, body }) {
    const { workspace, actor } = caller
    return store.transact(async (tx) => {
      const [row, subject] = await getComment(tx, workspace, params.comment_id)
      if (!mayEdit(caller, row)) throw new Refusal('forbidden', 'Only the author of a comment can edit it.')
      const earlier = JSON.parse(row.mentions) as Mention[]
      const mentions = await membersNamed(tx, workspace, body.mentions, earlier)
      const change = { text: body.text, mentions: JSON.stringify(mentions), edited_at: now() }
      await commentRows.change(tx, workspace, row.id, change)
      const subjectPart = (await presenterOf(tx, subject, [row.part]))(row.part)
      const mentionedIds = new Set(earlier.map(({ id }) => id))
      const namedIds = mentions.map(({ id }) => id)
      await changeNotificationsOfComment(tx, workspace, row.id, { text: body.text, mentions: namedIds })
      const added = namedIds.filter((id) => !mentionedIds.has(id))
      const notification = {
        kind: 'mention' as const,
        actor,
        subject: subjectPart,
        text: body.text,
        comment: notifiedBy(row),
      }
      await notify(tx, workspace, added, notification, change.edited_at)
      return { success: true as const, comment: present(caller, { ...row, ...change }, subjectPart) }
    })
  },

  async deleteComment({ store }, { caller, params }) {
    const { workspace } = caller
    await store.transact(async (tx) => {
      const row = await commentRows.find(tx, workspace, params.comment_id)
      if (!row) throw absent()
      if (!mayDelete(caller, row))
        throw new Refusal('forbidden', 'Only the author of a comment or an admin can delete it.')
      await commentRows.remove(tx, workspace, row.id)
      await deleteNotificationsOfComments(tx, workspace, [row.id])
    })
    return { success: true as const }
  },
} satisfies Partial<Handlers>

/** Returns the comment and its subject. @throws Refusal `not_found` if the comment or its subject is deleted. */
async function getComment(
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
): Promise<readonly [CommentRow, FoundSubject]> {
  const row = await commentRows.find(tx, workspace, id)
  if (!row) throw absent()
  return [row, await findSubject(tx, workspace, row)]
}

const notifiedBy = ({ id, subject_type, part }: CommentRow) => ({
  id,
  row: subject_type === 'sheet' ? part : null,
})

/** The people by their ids. An edited comment may still name people who have left the workspace since. */
async function membersNamed(
  tx: Tx,
  workspace: WorkspaceId,
  people: readonly string[],
  earlier: readonly Mention[] = [],
): Promise<Mention[]> {
  if (people.length === 0) return []
  const members = await selectMembers(tx, workspace)
  return [...new Set(people.map((id) => id.toLowerCase()))].map((id) => {
    const member = [...members, ...earlier].find((member) => member.id === id)
    if (!member)
      throw new Refusal('not_found', 'mentions: there is no such member of the workspace.', {
        field: 'mentions',
      })
    return { id, name: member.name }
  })
}

const present = (caller: Caller, row: CommentRow, subject: Subject) => ({
  id: row.id,
  subject,
  author: { kind: row.author_kind, id: row.author_id, name: row.author_name },
  text: row.text,
  mentions: JSON.parse(row.mentions) as Mention[],
  created_at: isoTime(row.created_at),
  edited_at: row.edited_at === null ? null : isoTime(row.edited_at),
  may_edit: mayEdit(caller, row),
  may_delete: mayDelete(caller, row),
})
