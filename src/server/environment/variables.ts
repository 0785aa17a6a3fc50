import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { Database, EnvironmentVariableRow, Tx } from '../db/index.ts'
import type { SecretBox } from '../edge/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { type SealedColumn, sealedFor, suffixOf } from '../secrets/index.ts'
import {
  deleteVariableRow,
  findVariable,
  insertVariable,
  listVariableRows,
  type ToolScope,
  updateVariableRow,
} from './queries.ts'

/** A variable as anyone may see it: never with its value. */
export type ShownVariable = Omit<EnvironmentVariableRow, 'sealed_value'> & { readonly isEmpty: boolean }

export const valueColumn: SealedColumn = { table: 'environment_variables', column: 'sealed_value' }

const noVariable = () => new Refusal('not_found', 'There is no such environment variable.')

const shown = ({ sealed_value, ...row }: EnvironmentVariableRow): ShownVariable => ({
  ...row,
  isEmpty: sealed_value === null,
})

export async function listVariables(
  db: Database,
  workspace: WorkspaceId,
  tool: ToolScope,
): Promise<ShownVariable[]> {
  return (await listVariableRows(db, workspace, tool)).map(shown)
}

/** An empty value makes a variable that waits for its value. */
export async function createVariable(
  { store, secrets, now }: Context,
  tx: Tx,
  workspace: WorkspaceId,
  tool: ToolScope,
  { key, value = '' }: { key: string; value?: string },
): Promise<ShownVariable> {
  const id = await store.nextId(tx, 'environment_variable_ids')
  const time = now()
  const row: EnvironmentVariableRow = {
    workspace_id: workspace,
    id,
    tool_id: tool,
    name: key,
    ...sealedValue(secrets, workspace, id, value),
    created_at: time,
    updated_at: time,
  }
  try {
    await insertVariable(tx, row)
  } catch (error) {
    if (!store.isDuplicate(error)) throw error
    throw new Refusal('conflict', `There is an environment variable ${key} already.`)
  }
  return shown(row)
}

export async function updateVariable(
  { secrets, now }: Context,
  tx: Tx,
  workspace: WorkspaceId,
  tool: ToolScope,
  id: number,
  value: string,
): Promise<ShownVariable> {
  const row = await findVariable(tx, workspace, tool, id)
  if (!row) throw noVariable()
  const change = { ...sealedValue(secrets, workspace, id, value), updated_at: now() }
  await updateVariableRow(tx, workspace, id, change)
  return shown({ ...row, ...change })
}

export async function deleteVariable(
  tx: Tx,
  workspace: WorkspaceId,
  tool: ToolScope,
  id: number,
): Promise<void> {
  if (!(await findVariable(tx, workspace, tool, id))) throw noVariable()
  await deleteVariableRow(tx, workspace, id)
}

/** Names and values for the code of this tool. Its own variables win over those of the workspace, once they have a value. */
export async function readEnvironment(
  { store, secrets }: Context,
  workspace: WorkspaceId,
  tool: ToolScope,
): Promise<Record<string, string>> {
  const shared = await listVariableRows(store.db, workspace, null)
  const own = tool === null ? [] : await listVariableRows(store.db, workspace, tool)
  const rows = new Map(shared.map((row) => [row.name, row]))
  for (const row of own) if (row.sealed_value !== null || !rows.has(row.name)) rows.set(row.name, row)
  return Object.fromEntries([...rows].map(([name, row]) => [name, openedValue(secrets, workspace, row)]))
}

function sealedValue(secrets: SecretBox, workspace: WorkspaceId, id: number, value: string) {
  return {
    sealed_value: value === '' ? null : secrets.seal(value, sealedFor(valueColumn, workspace, id)),
    value_suffix: suffixOf(value),
  }
}

function openedValue(secrets: SecretBox, workspace: WorkspaceId, row: EnvironmentVariableRow): string {
  if (row.sealed_value === null) return ''
  return secrets.open(row.sealed_value, sealedFor(valueColumn, workspace, row.id))
}
