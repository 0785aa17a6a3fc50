import { type CompiledQuery, sql } from 'kysely'
import { type Database, type IdempotencyKeyRow, prepared, type Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

interface KeyValues extends Record<string, unknown> {
  workspace: number
  key: string
  digest: string
  request: number
  now: number
  /** Keys from this time or earlier are expired. */
  expiredUntil: number
}

/** Changes no row if the key is taken. A concurrent insert of the same key waits for this one. */
export const takeKey = prepared<KeyValues>((db, slot) =>
  db
    .insertInto('idempotency_keys')
    .values({
      workspace_id: slot('workspace'),
      key: slot('key'),
      digest: slot('digest'),
      request_id: slot('request'),
      created_at: slot('now'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'key'])
        .doUpdateSet((eb) => ({
          digest: eb.ref('excluded.digest'),
          request_id: eb.ref('excluded.request_id'),
          created_at: eb.ref('excluded.created_at'),
        }))
        .where('idempotency_keys.created_at', '<=', slot('expiredUntil')),
    ),
)

export async function findKey(
  db: Database,
  workspace: WorkspaceId,
  key: string,
  expiredUntil: number,
): Promise<Pick<IdempotencyKeyRow, 'digest' | 'request_id'> | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['digest', 'request_id'])
    .where('workspace_id', '=', workspace)
    .where('key', '=', key)
    .where('created_at', '>', expiredUntil)
    .executeTakeFirst()
}

/** Deletes two expired keys for each new one, so that few remain. Skips rows that another call has locked. */
export function forgetOldKeys(store: Store, workspace: WorkspaceId, expiredUntil: number): CompiledQuery {
  const lockClause = store.dialect === 'postgres' ? sql`for update skip locked` : sql``
  return sql`delete from idempotency_keys where workspace_id = ${workspace} and key in (
    select key from idempotency_keys where workspace_id = ${workspace} and created_at <= ${expiredUntil}
    order by created_at limit 2 ${lockClause})`.compile(store.db)
}
