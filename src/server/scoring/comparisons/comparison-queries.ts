import type { Database } from '../../db/index.ts'
import type { SheetAddress } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

export async function addressOf(
  db: Database,
  workspace: WorkspaceId,
  id: string,
): Promise<SheetAddress | undefined> {
  return db
    .selectFrom('sheets')
    .select(['table_id', 'id as sheet_id'])
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
