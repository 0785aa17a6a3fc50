import { Refusal } from '../../engine/refusal.ts'
import type { DynamicLabelRow, Tx } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { timesOf } from '../http/iso-time.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import {
  dynamicLabelRows,
  findDynamicLabel,
  findDynamicLabelByName,
  selectDynamicLabels,
} from './dynamic-label-queries.ts'
import { checkTargets, rulesOf } from './dynamic-label-rules.ts'
import { promptRegistry } from './prompt-registry.ts'
import { refuseProtected } from './releases/refuse-protected.ts'

const absent = () => new Refusal('not_found', 'There is no such dynamic label.')

export const listDynamicLabels: Handler<'listDynamicLabels'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  if (query.prompt_id !== undefined) await promptRegistry.get(store.db, workspace, query.prompt_id)
  const rows = await selectDynamicLabels(store.scan, workspace, query.prompt_id)
  return { success: true as const, dynamic_labels: rows.map(present) }
}

export const readDynamicLabel: Handler<'readDynamicLabel'> = async ({ store }, { caller, params }) => {
  const row = await findDynamicLabel(store.db, caller.workspace, params.dynamic_label_id)
  if (!row) throw absent()
  return answer(row)
}

export const createDynamicLabel: Handler<'createDynamicLabel'> = async ({ store, now }, { caller, body }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const prompt = await promptRegistry.get(tx, workspace, body.prompt_id)
    await refuseProtected(tx, caller, [body.name])
    await refuseTakenName(tx, workspace, prompt.id, body.name)
    await checkTargets(tx, workspace, prompt, body.rules)
    const time = now()
    const row: DynamicLabelRow = {
      workspace_id: workspace,
      id: await store.nextId(tx, 'dynamic_label_ids'),
      prompt_id: prompt.id,
      name: body.name,
      sticky_key: body.sticky_key,
      rules: JSON.stringify(body.rules),
      created_at: time,
      updated_at: time,
    }
    await dynamicLabelRows.insert(tx, row)
    return answer({ ...row, prompt_name: prompt.name })
  })
}

export const updateDynamicLabel: Handler<'updateDynamicLabel'> = async (
  { store, now },
  { caller, params, body },
) => {
  const { workspace } = caller
  const { name, sticky_key, rules } = body
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const row = await findDynamicLabel(tx, workspace, params.dynamic_label_id)
    if (!row) throw absent()
    await refuseProtected(tx, caller, [row.name, name ?? row.name])
    if (name !== undefined && name !== row.name) await refuseTakenName(tx, workspace, row.prompt_id, name)
    if (rules)
      await checkTargets(tx, workspace, await promptRegistry.get(tx, workspace, row.prompt_id), rules)
    const change = {
      name: name ?? row.name,
      sticky_key: sticky_key === undefined ? row.sticky_key : sticky_key,
      rules: rules ? JSON.stringify(rules) : row.rules,
      updated_at: now(),
    }
    await dynamicLabelRows.change(tx, workspace, row.id, change)
    return answer({ ...row, ...change })
  })
}

export const deleteDynamicLabel: Handler<'deleteDynamicLabel'> = async ({ store }, { caller, params }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const row = await findDynamicLabel(tx, workspace, params.dynamic_label_id)
    if (!row) throw absent()
    await refuseProtected(tx, caller, [row.name])
    await dynamicLabelRows.remove(tx, workspace, row.id)
    return { success: true as const }
  })
}

async function refuseTakenName(tx: Tx, workspace: WorkspaceId, prompt: number, name: string) {
  const existing =
    (await promptRegistry.labels.findByName(tx, workspace, prompt, name)) ??
    (await findDynamicLabelByName(tx, workspace, prompt, name))
  if (existing)
    throw new Refusal('conflict', 'The template has a release label or dynamic label of this name.')
}

type Named = DynamicLabelRow & { readonly prompt_name: string }

const answer = (row: Named) => ({ success: true as const, dynamic_label: present(row) })

const present = (row: Named) => ({
  id: row.id,
  prompt_id: row.prompt_id,
  prompt_name: row.prompt_name,
  name: row.name,
  sticky_key: row.sticky_key,
  rules: rulesOf(row),
  ...timesOf(row),
})
