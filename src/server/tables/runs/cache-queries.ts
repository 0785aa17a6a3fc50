import { sql } from 'kysely'
import { chunksOf, type Database, enqueue, preparedRead, type Store, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** A value that was paid for, under the SHA-256 of everything that it was computed from. */
export interface CacheEntry {
  readonly key: string
  readonly value: string
  readonly evidence: string | null
}

export async function keepInCache(tx: Tx, workspace_id: number, kept: readonly CacheEntry[], now: number) {
  for (const some of chunksOf(kept)) {
    const added = tx
      .insertInto('cell_cache')
      .values(some.map((one) => ({ workspace_id, ...one, created_at: now })))
      .onConflict((conflict) => conflict.doNothing())
    await enqueue(tx, added)
  }
}

const cachedByKey = preparedRead<{ workspace: number; key: string }, Omit<CacheEntry, 'key'>>(
  'cached_cell',
  (db, slot) =>
    db
      .selectFrom('cell_cache')
      .select(['value', 'evidence'])
      .where('workspace_id', '=', slot('workspace'))
      .where('key', '=', slot('key')),
)

export async function findCached(store: Store, workspace: number, key: string) {
  const [found] = await cachedByKey(store, { workspace, key })
  return found
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
