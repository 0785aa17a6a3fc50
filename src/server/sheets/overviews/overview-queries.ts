import type { Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** The ids among these that exist. */
export async function selectPresentTables(
  db: Database,
  workspace: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const tables = await db
    .selectFrom('tables')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(tables.map(({ id }) => id))
}
