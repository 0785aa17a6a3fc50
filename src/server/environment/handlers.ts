import type { Handler, Handlers } from '../http/handler.ts'
import { presentVariable } from './present.ts'
import { createVariable, deleteVariable, listVariables, updateVariable } from './variables.ts'

/** Scope of workspace variables; the tools room handles variables of tools. */
const wholeWorkspace = null

const listWorkspaceVariables: Handler<'listWorkspaceVariables'> = async ({ store }, { caller }) => {
  const variables = await listVariables(store.db, caller.workspace, wholeWorkspace)
  return { success: true as const, workspace_env_vars: variables.map(presentVariable) }
}

const createWorkspaceVariable: Handler<'createWorkspaceVariable'> = async (context, { caller, body }) => {
  const variable = await context.store.transact((tx) =>
    createVariable(context, tx, caller.workspace, wholeWorkspace, body),
  )
  return { success: true as const, workspace_env_var: presentVariable(variable) }
}

const updateWorkspaceVariable: Handler<'updateWorkspaceVariable'> = async (
  context,
  { caller, params, body },
) => {
  const variable = await context.store.transact((tx) =>
    updateVariable(context, tx, caller.workspace, wholeWorkspace, params.var_id, body),
  )
  return { success: true as const, workspace_env_var: presentVariable(variable) }
}

const deleteWorkspaceVariable: Handler<'deleteWorkspaceVariable'> = async ({ store }, { caller, params }) => {
  await store.transact((tx) => deleteVariable(tx, caller.workspace, wholeWorkspace, params.var_id))
  return { success: true as const }
}

export const environmentHandlers = {
  listWorkspaceVariables,
  createWorkspaceVariable,
  updateWorkspaceVariable,
  deleteWorkspaceVariable,
} satisfies Partial<Handlers>
