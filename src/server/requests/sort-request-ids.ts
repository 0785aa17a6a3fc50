import { parseSearch, type SearchCriteria } from '../../engine/search/index.ts'
import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { selectSortValues } from './figures-queries.ts'

type SortValue = Awaited<ReturnType<typeof selectSortValues>>[number]

/** Sorts the ids of existing requests as a search would. Requests without the score to sort by are last. */
export async function sortRequestIds(
  db: Database,
  workspace: WorkspaceId,
  ids: readonly number[],
  criteria: Pick<SearchCriteria, 'sort_by' | 'sort_score_name' | 'sort_order'>,
): Promise<number[]> {
  const query = parseSearch(criteria)
  const values = await selectSortValues(db, workspace, ids, query)
  const direction = query.descending ? -1 : 1
  return values.sort((a, b) => byValue(a, b, direction)).map(({ id }) => id)
}

function byValue(a: SortValue, b: SortValue, direction: number): number {
  if (a.value === b.value) return direction * (a.id - b.id)
  if (a.value === null || b.value === null) return a.value === null ? 1 : -1
  return a.value < b.value ? -direction : direction
}
