import { type CommentRow, chunksOf, countRows, type Database, numberedRows, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const commentRows = numberedRows('comments')

/** Key of a prompt, request, trace or sheet. */
export type SubjectKey = Pick<CommentRow, 'subject_type' | 'subject_id'>

const comments = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('comments').where('workspace_id', '=', workspace)

const commentsOnSubject = (
  db: Database | Tx,
  workspace: WorkspaceId,
  { subject_type, subject_id }: SubjectKey,
) => comments(db, workspace).where('subject_type', '=', subject_type).where('subject_id', '=', subject_id)

interface Page {
  /** Null: the comments on all parts. */
  readonly part: number | null
  readonly after: number
  readonly limit: number
}

/** The oldest first. */
export const selectComments = (
  db: Database,
  workspace: WorkspaceId,
  subject: SubjectKey,
  { part, after, limit }: Page,
) =>
  commentsOnSubject(db, workspace, subject)
    .selectAll()
    .where('id', '>', after)
    .$if(part !== null, (query) => query.where('part', '=', part))
    .orderBy('id')
    .limit(limit)
    .execute()

export const countComments = (tx: Tx, workspace: WorkspaceId, subject: SubjectKey) =>
  countRows(commentsOnSubject(tx, workspace, subject))

/** Ids of people who commented on the subject or its part. */
export async function selectAuthors(
  tx: Tx,
  workspace: WorkspaceId,
  subject: SubjectKey,
  part: number | null,
): Promise<string[]> {
  const rows = await commentsOnSubject(tx, workspace, subject)
    .select('author_id')
    .where('author_kind', '=', 'person')
    .where('part', part === null ? 'is' : '=', part)
    .distinct()
    .execute()
  return rows.map(({ author_id }) => author_id)
}

/** Ids of requests that have comments, as numbers. */
export async function selectCommentedRequests(db: Database, workspace: WorkspaceId): Promise<number[]> {
  const rows = await comments(db, workspace)
    .select('subject_id')
    .where('subject_type', '=', 'request')
    .distinct()
    .execute()
  return rows.map(({ subject_id }) => Number(subject_id))
}

/** Returns the ids of the comments. */
export async function removeCommentsOnRequests(
  tx: Tx,
  workspace: WorkspaceId,
  requests: readonly number[],
): Promise<number[]> {
  const removed: number[] = []
  for (const chunk of chunksOf(requests.map(String))) {
    const rows = await tx
      .deleteFrom('comments')
      .where('workspace_id', '=', workspace)
      .where('subject_type', '=', 'request')
      .where('subject_id', 'in', chunk)
      .returning('id')
      .execute()
    removed.push(...rows.map(({ id }) => id))
  }
  return removed
}
