import { chunksOf, type Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** What requests cost and took; those that are not there are left out. */
export async function selectFigures(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  const found = []
  for (const some of chunksOf(ids))
    found.push(
      ...(await db
        .selectFrom('requests')
        .select(['id', 'model', 'price', 'input_tokens', 'output_tokens', 'latency_ms'])
        .where('workspace_id', '=', workspace)
        .where('id', 'in', some)
        .execute()),
    )
  return found
}
