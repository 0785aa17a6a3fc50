import { bodyColumns, readBody } from '../../bodies/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** Arrival time of the workspace's last request, by the server's clock; 0: no requests. */
export async function lastArrivalOf({ db }: Store, workspace: WorkspaceId): Promise<number> {
  const row = await db
    .selectFrom('requests')
    .select(({ fn }) => fn.max<number | null>('created_at').as('last'))
    .where('workspace_id', '=', workspace)
    .executeTakeFirstOrThrow()
  return row.last ?? 0
}

/**
 * The original body of a request; null if it was deleted meanwhile.
 * @throws BodyUnavailableError
 */
export async function originalIn(store: Store, workspace: WorkspaceId, id: number): Promise<Buffer | null> {
  const row = await store.scan
    .selectFrom('request_payloads')
    .select(bodyColumns)
    .where('workspace_id', '=', workspace)
    .where('request_id', '=', id)
    .executeTakeFirst()
  return row ? readBody(store, workspace, row) : null
}
