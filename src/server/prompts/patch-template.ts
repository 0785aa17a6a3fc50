import { Refusal } from '../../engine/refusal.ts'
import { patchVersion } from '../../engine/template/patch/index.ts'
import { withInputVariables } from '../../engine/template/variables.ts'
import { listExternalIds } from '../external-ids/index.ts'
import { requireRole } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { atField } from './at-field.ts'
import { presentPublished } from './present.ts'
import { promptRegistry } from './prompt-registry.ts'
import { saveVersion } from './save-version.ts'
import { versionOf } from './version.ts'

export const patchTemplate: Handler<'patchTemplate'> = async ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  if (body.version != null && body.label != null)
    throw new Refusal('patch_conflict', 'Give version or label as the base, not both.')
  const labels = body.release_labels ?? []
  if (labels.length > 0) requireRole(caller, 'publisher')
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const prompt = await promptRegistry.get(tx, workspace, params.identifier)
    const base = versionOf(await promptRegistry.getVersion(tx, workspace, prompt, body))
    const patched = patchVersion(base, body)
    const template = atField(['body'], () =>
      withInputVariables(patched.template, patched.metadata?.model?.parameters),
    )
    const version = await saveVersion({ store, tx, caller, now: now() }, prompt, {
      template,
      metadata: patched.metadata,
      commitMessage: body.commit_message ?? null,
      extras: base.extras,
      labels,
    })
    const externalIds = await listExternalIds(tx, workspace, { kind: 'prompt', id: prompt.id })
    return presentPublished(prompt, version, labels, externalIds)
  })
}
