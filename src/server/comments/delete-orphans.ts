import type { Store } from '../db/index.ts'
import { deleteNotificationsOfComments } from '../inbox/index.ts'
import { existingRequests } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { removeCommentsOnRequests, selectCommentedRequests } from './queries.ts'

/** Deletes the comments on deleted requests with their notifications, because a comment may quote its request. */
export async function deleteCommentsOnDeletedRequests(store: Store, workspace: WorkspaceId): Promise<void> {
  const commented = await selectCommentedRequests(store.db, workspace)
  const existing = new Set(await existingRequests(store.db, workspace, commented))
  const deleted = commented.filter((id) => !existing.has(id))
  if (deleted.length === 0) return
  await store.transact(async (tx) => {
    const comments = await removeCommentsOnRequests(tx, workspace, deleted)
    await deleteNotificationsOfComments(tx, workspace, comments)
  })
}
