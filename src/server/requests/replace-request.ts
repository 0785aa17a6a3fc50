import { parseExact } from '../../engine/json/parse-exact.ts'
import type { Masked } from '../../engine/masking/index.ts'
import { enqueueCompiled, type Store, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { forgetStatements } from './insert-queries.ts'
import { dropScores, lockRequest, moveScores } from './queries.ts'
import { type RecordDependencies, recordRequest } from './record-request.ts'
import { addContext, contextOf } from './request-context.ts'
import type { RequestRecord } from './request-rows.ts'
import { trackedVariables } from './tracked-variables.ts'

/**
 * Overwrites a request when its reporter sends more. Keeps scores, group, metadata and tracked variables, and a tracked
 * template or price that the record lacks. With `keepsContext` it also keeps tags and all variables. Locks the row.
 */
export async function replaceRequest(
  tx: Tx,
  dependencies: RecordDependencies,
  workspace: WorkspaceId,
  id: number,
  record: Masked<RequestRecord>,
  { keepsContext }: { readonly keepsContext: boolean },
): Promise<void> {
  const stored = await lockRequest(tx, workspace, id)
  const context = stored && keepsContext ? await contextOf(dependencies.store, tx, workspace, stored) : null
  const carriedOver = stored && {
    metadata: { ...(parseExact(stored.metadata) as object), ...record.metadata },
    source: stored.feature,
    groupId: record.groupId ?? stored.group_id,
    price: record.price ?? (stored.price_source === 'given' ? stored.price : null),
    link:
      record.link.prompt_id === null
        ? {
            prompt_id: stored.prompt_id,
            prompt_version_number: stored.prompt_version_number,
            prompt_label: stored.prompt_label,
          }
        : record.link,
  }
  const replaced = {
    id,
    createdAt: stored?.created_at ?? dependencies.now(),
    tracked: stored && !keepsContext ? trackedVariables(stored) : null,
  }
  const { statements } = await recordRequest(dependencies, workspace, { ...record, ...carriedOver }, replaced)
  for (const statement of [...(stored ? forgetStatements(dependencies.store, stored) : []), ...statements])
    await enqueueCompiled(tx, statement)
  if (context) await addContext(dependencies.store, tx, workspace, id, context)
}

/** Deletes a second record of a call. The request `remaining` gets its context and scores. */
export async function mergeRequest(
  tx: Tx,
  store: Store,
  workspace: WorkspaceId,
  merged: number,
  remaining: number,
): Promise<void> {
  const row = await lockRequest(tx, workspace, merged)
  if (!row) return
  const context = await contextOf(store, tx, workspace, row)
  const statements = [
    moveScores(store, workspace, merged, remaining),
    dropScores(store, workspace, merged),
    ...forgetStatements(store, row),
  ]
  for (const statement of statements) await enqueueCompiled(tx, statement)
  await addContext(store, tx, workspace, remaining, context)
}
