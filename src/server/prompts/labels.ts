import { Refusal } from '../../engine/refusal.ts'
import type { PromptRow, PromptVersionRow, Tx } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { checkLabelled } from './check-labelled.ts'
import { refuseDynamicName, refuseLabelInUse } from './dynamic-label-rules.ts'
import { presentLabel } from './present.ts'
import { promptRegistry } from './prompt-registry.ts'
import { refuseProtected } from './releases/refuse-protected.ts'

interface Target {
  readonly prompt_version_number?: number
  readonly prompt_version_id?: number
}

export const listLabels: Handler<'listLabels'> = async ({ store }, { caller, params }) => {
  const prompt = await promptRegistry.get(store.db, caller.workspace, params.identifier)
  const labels = await promptRegistry.labels.listOf(store.db, caller.workspace, prompt.id)
  return {
    release_labels: labels.map((label) => ({
      prompt_version_id: label.version_id,
      prompt_version_number: label.version_number,
      release_label: label.name,
      release_label_id: label.id,
    })),
  }
}

export const createLabel: Handler<'createLabel'> = async ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const prompt = await promptRegistry.findById(tx, workspace, params.prompt_id)
    if (!prompt) throw new Refusal('not_found', 'There is no such prompt template.')
    if (await promptRegistry.labels.findByName(tx, workspace, prompt.id, body.name))
      throw new Refusal('conflict', 'The template has this release label already; move it instead.', {
        loc: ['body', 'name'],
      })
    await refuseProtected(tx, caller, [body.name])
    await refuseDynamicName(tx, workspace, prompt.id, body.name, ['body', 'name'])
    const version = await getTarget(tx, workspace, prompt, body)
    await checkLabelled(tx, workspace, prompt, version, body.name)
    const target = { entity: prompt.id, name: body.name, version: version.id }
    return presentLabel(await promptRegistry.addLabel(store, tx, workspace, target, now()))
  })
}

export const moveLabel: Handler<'moveLabel'> = async ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const { label, prompt } = await getLabel(tx, workspace, params.prompt_label_id)
    await refuseProtected(tx, caller, [label.name])
    const version = await getTarget(tx, workspace, prompt, body)
    await checkLabelled(tx, workspace, prompt, version, label.name)
    await promptRegistry.labels.point(tx, workspace, label.id, version.id, now())
    return presentLabel({ ...label, version_id: version.id })
  })
}

export const deleteLabel: Handler<'deleteLabel'> = async ({ store }, { caller, params }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const { label } = await getLabel(tx, workspace, params.prompt_label_id)
    await refuseProtected(tx, caller, [label.name])
    await refuseLabelInUse(tx, workspace, label)
    await promptRegistry.labels.remove(tx, workspace, label.id)
    return null
  })
}

async function getLabel(tx: Tx, workspace: WorkspaceId, id: number) {
  const label = await promptRegistry.labels.findById(tx, workspace, id)
  const prompt = label && (await promptRegistry.findById(tx, workspace, label.prompt_id))
  if (!label || !prompt) throw new Refusal('not_found', 'There is no such release label.')
  return { label, prompt }
}

/** Finds the version by number or id. If a call gives both, they must name the same version. */
async function getTarget(
  tx: Tx,
  workspace: WorkspaceId,
  prompt: PromptRow,
  target: Target,
): Promise<PromptVersionRow> {
  const { prompt_version_number: number, prompt_version_id: id } = target
  const version =
    number === undefined
      ? await promptRegistry.versions.findById(tx, workspace, id ?? 0)
      : await promptRegistry.getVersion(tx, workspace, prompt, { version: number })
  if (version?.prompt_id === prompt.id && (id === undefined || version.id === id)) return version
  throw new Refusal('not_found', 'The prompt template has no such version.')
}
