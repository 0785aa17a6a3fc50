import { chunksOf, type Database, type ToolRow, type ToolVersionRow, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { labelledVersions } from './labelled-version-queries.ts'

const tools = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('tools').selectAll().where('workspace_id', '=', workspace)

export async function findToolById(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return tools(db, workspace).where('id', '=', id).executeTakeFirst()
}

export async function findToolByName(db: Database | Tx, workspace: WorkspaceId, name: string) {
  return tools(db, workspace).where('name', '=', name).executeTakeFirst()
}

export async function insertTool(tx: Tx, row: ToolRow) {
  await tx.insertInto('tools').values(row).execute()
}

export async function updateTool(
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  change: Pick<ToolRow, 'latest_version' | 'updated_at'>,
) {
  await tx
    .updateTable('tools')
    .set(change)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
}

export async function findVersionByNumber(
  db: Database | Tx,
  workspace: WorkspaceId,
  tool: number,
  number: number,
) {
  return db
    .selectFrom('tool_versions')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('tool_id', '=', tool)
    .where('version_number', '=', number)
    .executeTakeFirst()
}

export async function findVersionByLabel(
  db: Database | Tx,
  workspace: WorkspaceId,
  tool: number,
  label: string,
) {
  return labelledVersions(db, workspace)
    .selectAll('tool_versions')
    .where('tool_labels.tool_id', '=', tool)
    .where('tool_labels.name', '=', label)
    .executeTakeFirst()
}

export async function insertVersion(tx: Tx, row: ToolVersionRow) {
  await tx.insertInto('tool_versions').values(row).execute()
}

export async function leaveFolders(tx: Tx, workspace: WorkspaceId, folders: readonly number[]) {
  for (const some of chunksOf(folders))
    await tx
      .updateTable('tools')
      .set({ folder_id: null })
      .where('workspace_id', '=', workspace)
      .where('folder_id', 'in', some)
      .execute()
}
