import type { SortField } from '../../engine/search/index.ts'
import { chunksOf, type Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { type Found, sortColumn } from './search/plan-queries.ts'

/** What requests cost and took; those that are not there are left out. */
export async function selectFigures(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  const found = []
  for (const some of chunksOf(ids))
    found.push(
      ...(await db
        .selectFrom('requests')
        .select(['id', 'model', 'price', 'price_source', 'input_tokens', 'output_tokens', 'latency_ms'])
        .where('workspace_id', '=', workspace)
        .where('id', 'in', some)
        .execute()),
    )
  return found
}

/** By what they are sorted, in no order. */
export async function selectSortValues(
  db: Database,
  workspace: WorkspaceId,
  ids: readonly number[],
  sortBy: SortField,
): Promise<Found[]> {
  const found: Found[] = []
  for (const some of chunksOf(ids))
    found.push(
      ...(await db
        .selectFrom('requests as r')
        .select(['r.id', sortColumn(sortBy).as('value')])
        .where('r.workspace_id', '=', workspace)
        .where('r.id', 'in', some)
        .execute()),
    )
  return found
}
