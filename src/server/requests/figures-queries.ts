import type { SortField } from '../../engine/search/index.ts'
import { chunksOf, type Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { type Found, sortColumn } from './search/plan-queries.ts'

/** Cost, tokens and latency of requests; ids without a request are left out. */
export async function selectFigures(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  const figures = []
  for (const chunk of chunksOf(ids))
    figures.push(
      ...(await db
        .selectFrom('requests')
        .select(['id', 'model', 'price', 'price_source', 'input_tokens', 'output_tokens', 'latency_ms'])
        .where('workspace_id', '=', workspace)
        .where('id', 'in', chunk)
        .execute()),
    )
  return figures
}

/** Sort values of requests, unordered. */
export async function selectSortValues(
  db: Database,
  workspace: WorkspaceId,
  ids: readonly number[],
  sortBy: SortField,
): Promise<Found[]> {
  const values: Found[] = []
  for (const chunk of chunksOf(ids))
    values.push(
      ...(await db
        .selectFrom('requests as r')
        .select(['r.id', sortColumn(sortBy).as('value')])
        .where('r.workspace_id', '=', workspace)
        .where('r.id', 'in', chunk)
        .execute()),
    )
  return values
}
