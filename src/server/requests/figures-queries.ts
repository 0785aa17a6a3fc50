import type { SearchQuery } from '../../engine/search/index.ts'
import { chunksOf, type Database } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { reportedTokens } from './reported-tokens.ts'
import { type FoundRequest, sortColumn } from './search/plan-queries.ts'
import { scoreNumber } from './search/score-value-queries.ts'

/** Cost, tokens and latency of requests; tokens are null if unknown. Ids without a request are left out. */
export async function selectFigures(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  const rows = []
  for (const chunk of chunksOf(ids))
    rows.push(
      ...(await db
        .selectFrom('requests')
        .select(['id', 'model', 'price', 'price_source', 'input_tokens', 'output_tokens', 'latency_ms'])
        .where('workspace_id', '=', workspace)
        .where('id', 'in', chunk)
        .execute()),
    )
  return rows.map((row) => ({ ...row, ...reportedTokens(row) }))
}

/** Sort values of requests, in any order; null for a request that lacks the score to sort by. */
export async function selectSortValues(
  db: Database,
  workspace: WorkspaceId,
  ids: readonly number[],
  order: Pick<SearchQuery, 'sortBy' | 'sortScore'>,
): Promise<(Pick<FoundRequest, 'id'> & { readonly value: FoundRequest['value'] | null })[]> {
  const values = []
  for (const chunk of chunksOf(ids))
    values.push(
      ...(await db
        .selectFrom('requests as r')
        .select(['r.id', sortColumn({ scoreNumber }, order).as('value')])
        .where('r.workspace_id', '=', workspace)
        .where('r.id', 'in', chunk)
        .execute()),
    )
  return values
}
