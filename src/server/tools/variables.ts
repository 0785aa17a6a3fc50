import {
  createVariable,
  deleteVariable,
  listVariables,
  presentVariable,
  updateVariable,
} from '../environment/index.ts'
import type { Handler } from '../http/handler.ts'
import { toolRegistry } from './tool-registry.ts'

export const listToolVariables: Handler<'listToolVariables'> = async ({ store }, { caller, params }) => {
  const tool = await toolRegistry.get(store.db, caller.workspace, params.identifier)
  const variables = await listVariables(store.db, caller.workspace, tool.id)
  return { success: true as const, tool_env_vars: variables.map(presentVariable) }
}

export const createToolVariable: Handler<'createToolVariable'> = async (
  context,
  { caller, params, body },
) => {
  const { workspace } = caller
  const variable = await context.store.transact(async (tx) => {
    const tool = await toolRegistry.get(tx, workspace, params.identifier)
    return createVariable(context, tx, workspace, tool.id, body)
  })
  return { success: true as const, tool_env_var: presentVariable(variable) }
}

export const updateToolVariable: Handler<'updateToolVariable'> = async (
  context,
  { caller, params, body },
) => {
  const { workspace } = caller
  const variable = await context.store.transact(async (tx) => {
    const tool = await toolRegistry.get(tx, workspace, params.identifier)
    return updateVariable(context, tx, workspace, tool.id, params.var_id, body)
  })
  return { success: true as const, tool_env_var: presentVariable(variable) }
}

export const deleteToolVariable: Handler<'deleteToolVariable'> = async ({ store }, { caller, params }) => {
  const { workspace } = caller
  await store.transact(async (tx) => {
    const tool = await toolRegistry.get(tx, workspace, params.identifier)
    await deleteVariable(tx, workspace, tool.id, params.var_id)
  })
  return { success: true as const }
}
