import { sql } from 'kysely'
import {
  type Database,
  deleteRows,
  eachText,
  joinEach,
  keyList,
  preparedRead,
  type Store,
  type Tx,
  upsertEach,
} from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/** A paid value under the SHA-256 of all its inputs. */
export interface CacheEntry {
  readonly key: string
  readonly value: string
  readonly evidence: string | null
}

export function insertIntoCache(
  tx: Tx,
  dialect: Store['dialect'],
  workspace_id: number,
  entries: readonly CacheEntry[],
  now: number,
) {
  return upsertEach(
    tx,
    dialect,
    {
      table: 'cell_cache',
      key: ['workspace_id', 'key'],
      set: null,
      shared: { workspace_id, created_at: now },
      fields: { key: 'text', value: 'text', evidence: 'text' },
    },
    eachText(entries.map(({ key, value, evidence }) => [key, value, evidence])),
  )
}

const cachedOn = (dialect: Store['dialect']) =>
  preparedRead<{ workspace: number; keys: string }, CacheEntry>('cached_cells', (db, slot) => {
    const entry = sql`cell_cache as entry
      where entry.workspace_id = ${slot('workspace')} and entry.key = key_list.value`
    const entries = sql<CacheEntry>`(select entry.key, entry.value, entry.evidence
      from ${keyList[dialect](slot('keys'))} ${joinEach(dialect, 'entry', entry)})`
    return db.selectFrom(entries.as('entries')).selectAll()
  })

const cachedByKeys = { sqlite: cachedOn('sqlite'), postgres: cachedOn('postgres') }

export async function findCached(store: Store, workspace: number, keys: readonly string[]) {
  const entries = await cachedByKeys[store.dialect](store, { workspace, keys: JSON.stringify(keys) })
  return new Map(entries.map((entry) => [entry.key, entry]))
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

/** Selects the oldest entries with their sizes. */
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

export const deleteCached = (tx: Tx, workspace: WorkspaceId, keys: readonly string[]) =>
  deleteRows(tx, 'cell_cache', { workspace_id: workspace, key: keys })
