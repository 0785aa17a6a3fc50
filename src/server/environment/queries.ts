import { type Database, numberedRows, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const variableRows = numberedRows('environment_variables')

/** A tool's id, or null for workspace variables. */
export type ToolScope = number | null

export async function listVariableRows(db: Database | Tx, workspace: WorkspaceId, tool: ToolScope) {
  return db
    .selectFrom('environment_variables')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('tool_id', tool === null ? 'is' : '=', tool)
    .orderBy('id')
    .execute()
}

export async function findVariable(tx: Tx, workspace: WorkspaceId, tool: ToolScope, id: number) {
  return tx
    .selectFrom('environment_variables')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('tool_id', tool === null ? 'is' : '=', tool)
    .executeTakeFirst()
}
