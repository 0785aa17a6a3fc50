import { bodyColumns } from '../bodies/index.ts'
import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** The ids of the latest requests, newest first. */
export async function newestIds(db: Database, workspace: WorkspaceId, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('requests')
    .select('id')
    .where('workspace_id', '=', workspace)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const findPayloads = (db: Database, workspace: WorkspaceId, ids: readonly number[]) =>
  db
    .selectFrom('request_payloads')
    .select(bodyColumns)
    .where('workspace_id', '=', workspace)
    .where('request_id', 'in', ids)
    .orderBy('request_id')
    .execute()
