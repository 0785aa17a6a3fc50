import { attachAll, listExternalIds } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { presentPublished } from './present.ts'
import { newVersionOf, publishByName } from './publish.ts'

export const publishTemplate: Handler<'publishTemplate'> = async ({ store, now }, { caller, body }) => {
  const { workspace } = caller
  const version = newVersionOf(body, caller)
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const published = await publishByName({ store, tx, caller, now: now() }, body, version)
    const entity = { kind: 'prompt', id: published.prompt.id } as const
    await attachAll(tx, workspace, entity, body.external_ids ?? [], now())
    const externalIds = await listExternalIds(tx, workspace, entity)
    return presentPublished(published.prompt, published.version, version.labels, externalIds)
  })
}
