import {
  commonHosts,
  type Restriction,
  reasonWithheld,
  type Use,
} from '../../engine/environment/restriction.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { Database, EnvironmentVariableRow, Tx } from '../db/index.ts'
import type { SecretBox } from '../sealing/index.ts'
import { type SealedColumn, sealedFor, suffixOf } from '../secrets/index.ts'
import { starterRole } from '../started-by.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { readHost } from './host.ts'
import { findVariable, listVariableRows, type ToolScope, variableRows } from './queries.ts'

/** A variable as shown, without its value. */
export type ShownVariable = Omit<EnvironmentVariableRow, 'sealed_value'> & { readonly isEmpty: boolean }

export const valueColumn: SealedColumn = { table: 'environment_variables', column: 'sealed_value' }

const noVariable = () => new Refusal('not_found', 'There is no such environment variable.')

const withoutValue = ({ sealed_value, ...row }: EnvironmentVariableRow): ShownVariable => ({
  ...row,
  isEmpty: sealed_value === null,
})

export async function listVariables(
  db: Database,
  workspace: WorkspaceId,
  tool: ToolScope,
): Promise<ShownVariable[]> {
  return (await listVariableRows(db, workspace, tool)).map(withoutValue)
}

export interface VariableChange {
  readonly value?: string | undefined
  readonly restriction?: Restriction | null | undefined
}

export interface NewVariable extends VariableChange {
  readonly key: string
}

/** Hosts are stored in the normalised form in which they are compared. */
function restrictionText(restriction: Restriction | null): string | null {
  if (restriction === null) return null
  const hosts = restriction.hosts?.map((text, index) => {
    const host = readHost(text)
    if (host !== null) return host
    throw new Refusal('invalid', 'must be a host name or an address, with or without a port', {
      loc: ['body', 'restriction', 'hosts', String(index)],
    })
  })
  return JSON.stringify({ ...restriction, hosts: hosts ?? null })
}

/** Creates a variable. An empty value means that the value is set later. */
export async function createVariable(
  { store, secrets, now }: Context,
  tx: Tx,
  workspace: WorkspaceId,
  tool: ToolScope,
  { key, value = '', restriction = null }: NewVariable,
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
    restriction: restrictionText(restriction),
  }
  try {
    await variableRows.insert(tx, row)
  } catch (error) {
    if (!store.isDuplicate(error)) throw error
    throw new Refusal('conflict', `There is an environment variable ${key} already.`)
  }
  return withoutValue(row)
}

export async function updateVariable(
  { secrets, now }: Context,
  tx: Tx,
  workspace: WorkspaceId,
  tool: ToolScope,
  id: number,
  { value, restriction }: VariableChange,
): Promise<ShownVariable> {
  const row = await findVariable(tx, workspace, tool, id)
  if (!row) throw noVariable()
  const change = {
    ...(value !== undefined && sealedValue(secrets, workspace, id, value)),
    ...(restriction !== undefined && { restriction: restrictionText(restriction) }),
    updated_at: now(),
  }
  await variableRows.change(tx, workspace, id, change)
  return withoutValue({ ...row, ...change })
}

export async function deleteVariable(
  tx: Tx,
  workspace: WorkspaceId,
  tool: ToolScope,
  id: number,
): Promise<void> {
  if (!(await findVariable(tx, workspace, tool, id))) throw noVariable()
  await variableRows.remove(tx, workspace, id)
}

export interface Environment {
  /** Values by name. */
  readonly values: Readonly<Record<string, string>>
  /** Why a variable is withheld, as the end of a sentence, by its name. */
  readonly withheld: Readonly<Record<string, string>>
  readonly restrictions: ReadonlyMap<string, Restriction | null>
}

/**
 * Returns the variables that a use gets. The role of the caller who started the work limits them. A tool's variable
 * with a value wins over the workspace's variable of the same name.
 */
export async function readEnvironment(
  { store, secrets }: Context,
  workspace: WorkspaceId,
  use: Use | null,
): Promise<Environment> {
  const tool: ToolScope = use?.kind === 'tool' ? Number(use.id) : null
  const shared = await listVariableRows(store.db, workspace, null)
  const toolVariables = tool === null ? [] : await listVariableRows(store.db, workspace, tool)
  const rows = new Map(shared.map((row) => [row.name, row]))
  for (const row of toolVariables)
    if (row.sealed_value !== null || !rows.has(row.name)) rows.set(row.name, row)
  const values: [string, string][] = []
  const withheld: [string, string][] = []
  const restrictions = new Map<string, Restriction | null>()
  const user = { role: starterRole(), use }
  for (const [name, row] of rows) {
    const restriction = restrictionOf(row)
    const reason = reasonWithheld(restriction, user)
    if (reason !== null) withheld.push([name, reason])
    else {
      values.push([name, openedValue(secrets, workspace, row)])
      restrictions.set(name, restriction)
    }
  }
  return { values: Object.fromEntries(values), withheld: Object.fromEntries(withheld), restrictions }
}

/**
 * Returns the variables for code, and the hosts that the code may call. If a variable is restricted to hosts, the
 * restriction applies to all calls of the code, so the variable is passed only to code that contains its name.
 */
export function environmentOfCode({ values, restrictions }: Environment, code: string) {
  const present = Object.entries(values).filter(
    ([name]) => !restrictions.get(name)?.hosts || code.includes(name),
  )
  return {
    values: Object.fromEntries(present),
    hosts: hostsOf(
      restrictions,
      present.map(([name]) => name),
    ),
  }
}

/** The hosts that may get all of these variables; null: all hosts. */
export const hostsOf = (restrictions: Environment['restrictions'], names: readonly string[]) =>
  commonHosts(names.map((name) => restrictions.get(name) ?? null))

export const restrictionOf = ({ restriction }: Pick<EnvironmentVariableRow, 'restriction'>) =>
  restriction === null ? null : (JSON.parse(restriction) as Restriction)

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
