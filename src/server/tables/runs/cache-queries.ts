import { sql } from 'kysely'
import { chunksOf, type Database, type Store, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** A value that was paid for, under the SHA-256 of everything that it was computed from. */
export interface CacheEntry {
  readonly key: string
  readonly value: string
  readonly evidence: string | null
}

export async function keepInCache(tx: Tx, workspace_id: number, kept: readonly CacheEntry[], now: number) {
  for (const some of chunksOf(kept))
    await tx
      .insertInto('cell_cache')
      .values(some.map((one) => ({ workspace_id, ...one, created_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function findCached(db: Store['db'], workspace: number, key: string) {
  return db
    .selectFrom('cell_cache')
    .select(['value', 'evidence'])
    .where('workspace_id', '=', workspace)
    .where('key', '=', key)
    .executeTakeFirst()
}

const size = sql<number>`octet_length(value) + coalesce(octet_length(evidence), 0)`

export async function measureCache(db: Database, workspace: WorkspaceId) {
  const { bytes, entries } = await db
    .selectFrom('cell_cache')
    .select([
      sql<number | null>`sum(${size})`.as('bytes'),
      (select) => select.fn.countAll<number>().as('entries'),
    ])
    .where('workspace_id', '=', workspace)
    .executeTakeFirstOrThrow()
  return { bytes: Number(bytes ?? 0), entries: Number(entries) }
}

/** The oldest entries, with their sizes. */
export async function selectOldest(db: Database | Tx, workspace: WorkspaceId, limit: number) {
  const rows = await db
    .selectFrom('cell_cache')
    .select(['key', 'created_at', size.as('bytes')])
    .where('workspace_id', '=', workspace)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }))
}

export async function forgetCached(tx: Tx, workspace: WorkspaceId, keys: readonly string[]) {
  await tx.deleteFrom('cell_cache').where('workspace_id', '=', workspace).where('key', 'in', keys).execute()
}
