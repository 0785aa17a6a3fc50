import {
  changeRows,
  type Database,
  deleteRows,
  type EnvironmentVariableRow,
  insertRows,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

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

export const insertVariable = (tx: Tx, row: EnvironmentVariableRow) =>
  insertRows(tx, 'environment_variables', row)

export const updateVariableRow = (
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  change: Partial<EnvironmentVariableRow>,
) => changeRows(tx, 'environment_variables', { workspace_id: workspace, id }, change)

export const deleteVariableRow = (tx: Tx, workspace_id: WorkspaceId, id: number) =>
  deleteRows(tx, 'environment_variables', { workspace_id, id })
