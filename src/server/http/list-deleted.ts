import { restorableMilliseconds } from '../../engine/restorable.ts'
import type { Context } from '../context.ts'
import type { Database, DeletedSearch } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { Caller } from './caller.ts'
import { isoTime } from './iso-time.ts'

export interface DeletedCall {
  readonly caller: Caller
  /** `q` is a part of the name. */
  readonly query: { readonly q?: string | undefined; readonly limit: number }
}

/**
 * The handler that lists entities of a kind that can still be restored. `present` makes the fields of an entity in the list
 * `key`; the times of its deletion are added.
 */
export function listDeleted<Key extends string, Row extends { readonly deleted_at: number }, Item>(
  key: Key,
  select: (db: Database, workspace: WorkspaceId, search: DeletedSearch) => Promise<readonly Row[]>,
  present: (row: Row) => Item,
) {
  return async ({ store, now }: Context, { caller, query: { q: name, limit } }: DeletedCall) => {
    const search = { since: now() - restorableMilliseconds, name, limit: limit + 1 }
    const rows = await select(store.scan, caller.workspace, search)
    const deleted = rows.slice(0, limit).map((row) => ({
      ...present(row),
      deleted_at: isoTime(row.deleted_at),
      restorable_until: isoTime(row.deleted_at + restorableMilliseconds),
    }))
    return {
      success: true as const,
      ...({ [key]: deleted } as Record<Key, typeof deleted>),
      has_more: rows.length > limit,
    }
  }
}
