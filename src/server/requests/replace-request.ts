import type { CompiledQuery, Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { forgetStatements } from './insert-queries.ts'
import { dropScores, lockRequest, moveScores } from './queries.ts'
import { type RecordWorld, type RequestRecord, recordRequest } from './record-request.ts'

/**
 * The statements by which a request takes the place of what was recorded under its id before, because whoever
 * reported it knows more by now. What was tracked meanwhile stays: scores, group, metadata, and the template and the
 * price where the record names none. The row is locked until the transaction ends.
 */
export async function replaceRequest(
  tx: Tx,
  context: RecordWorld,
  workspace: WorkspaceId,
  id: number,
  record: RequestRecord,
): Promise<readonly CompiledQuery[]> {
  const before = await lockRequest(tx, workspace, id)
  const tracked = before && {
    metadata: { ...(JSON.parse(before.metadata) as object), ...record.metadata },
    groupId: record.groupId ?? before.group_id,
    price: record.price ?? (before.price_source === 'given' ? before.price : null),
    link:
      record.link.prompt_id === null
        ? {
            prompt_id: before.prompt_id,
            prompt_version_number: before.prompt_version_number,
            prompt_label: before.prompt_label,
          }
        : record.link,
  }
  const place = { id, createdAt: before?.created_at ?? context.now() }
  const { statements } = await recordRequest(context, workspace, { ...record, ...tracked }, place)
  return [...(before ? forgetStatements(context.store, before) : []), ...statements]
}

/**
 * The statements that take a request out of the log because another one is the same call, and give that one its scores.
 * A name that has a score there keeps it.
 */
export async function dropRequest(
  tx: Tx,
  store: Store,
  workspace: WorkspaceId,
  id: number,
  kept: number,
): Promise<readonly CompiledQuery[]> {
  const row = await lockRequest(tx, workspace, id)
  if (!row) return []
  return [
    moveScores(store, workspace, id, kept),
    dropScores(store, workspace, id),
    ...forgetStatements(store, row),
  ]
}
