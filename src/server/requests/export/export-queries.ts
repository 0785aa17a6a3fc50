import { sql } from 'kysely'
import { bodyColumns, readBody } from '../../bodies/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/** The arrival time of the workspace's last request, by the server's clock; 0 without requests. */
export async function lastArrivalOf({ db }: Store, workspace: WorkspaceId): Promise<number> {
  const row = await db
    .selectFrom('requests')
    .select(({ fn }) => fn.max<number | null>('created_at').as('last'))
    .where('workspace_id', '=', workspace)
    .executeTakeFirstOrThrow()
  return row.last ?? 0
}

/** A position in the order of arrival. */
export interface Arrival {
  readonly arrivedAt: number
  readonly id: number
}

/** Lists requests after a position that arrived before a time, in the order of arrival. */
export async function listArrivals(
  { scan }: Store,
  workspace: WorkspaceId,
  { arrivedAt, id }: Arrival,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly Arrival[]> {
  const rows = await scan
    .selectFrom('requests')
    .select(['id', 'created_at'])
    .where('workspace_id', '=', workspace)
    .where(sql<boolean>`(created_at, id) > (${arrivedAt}, ${id})`)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ arrivedAt: row.created_at, id: row.id }))
}

/** Reads the original body of a request; null if the request was deleted meanwhile. @throws BodyUnavailableError */
export async function originalIn(store: Store, workspace: WorkspaceId, id: number): Promise<Buffer | null> {
  const row = await store.scan
    .selectFrom('request_payloads')
    .select(bodyColumns)
    .where('workspace_id', '=', workspace)
    .where('request_id', '=', id)
    .executeTakeFirst()
  return row ? readBody(store, workspace, row) : null
}
