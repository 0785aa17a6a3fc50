import { parseSearch, type SearchWish } from '../../engine/search/index.ts'
import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { selectSortValues } from './figures-queries.ts'
import type { Found } from './search/plan-queries.ts'

/** Existing requests in the order of a search. */
export async function sortRequestIds(
  db: Database,
  workspace: WorkspaceId,
  ids: readonly number[],
  wish: Pick<SearchWish, 'sort_by' | 'sort_order'>,
): Promise<number[]> {
  const { sortBy, descending } = parseSearch(wish)
  const values = await selectSortValues(db, workspace, ids, sortBy)
  const sorted = values.sort(byValue)
  return (descending ? sorted.reverse() : sorted).map(({ id }) => id)
}

function byValue(a: Found, b: Found): number {
  if (a.value !== b.value) return a.value < b.value ? -1 : 1
  return a.id - b.id
}
