import { restorableMilliseconds } from '../../engine/restorable.ts'
import type { DeletedSearch } from '../db/index.ts'
import { isoTime } from './iso-time.ts'

interface DeletedQuery {
  /** A part of the name. */
  readonly q?: string | undefined
  readonly limit: number
}

/** Lists the entities that can still be restored, with the part of each that `show` returns and the times of its deletion. */
export async function deletedPage<Row extends { readonly deleted_at: number }, Shown>(
  now: number,
  { q: name, limit }: DeletedQuery,
  select: (search: DeletedSearch) => Promise<readonly Row[]>,
  show: (row: Row) => Shown,
) {
  const rows = await select({ since: now - restorableMilliseconds, name, limit: limit + 1 })
  const deleted = rows.slice(0, limit).map((row) => ({
    ...show(row),
    deleted_at: isoTime(row.deleted_at),
    restorable_until: isoTime(row.deleted_at + restorableMilliseconds),
  }))
  return { deleted, has_more: rows.length > limit }
}
