import { Refusal } from '../../engine/refusal.ts'
import { attachAll, findEntity, listExternalIds } from '../external-ids/index.ts'
import { Answer, type Handler } from '../http/handler.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { presentPublished } from './present.ts'
import { promptRegistry } from './prompt-registry.ts'
import { newVersionOf, publishByName, publishTo } from './publish.ts'

/** Answers 200 if the mapping existed, so that its template got a version, and 201 if the mapping is new. */
export const upsertTemplate: Handler<'upsertTemplate'> = async ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  const version = newVersionOf(body, caller)
  const time = now()
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const mapped = await findEntity(tx, workspace, params)
    if (mapped && mapped.kind !== 'prompt')
      throw new Refusal(
        'external_id_taken',
        'This external id belongs to an entity other than a prompt template.',
      )
    const prompt = mapped && (await promptRegistry.findById(tx, workspace, Number(mapped.id)))
    const publishing = { store, tx, caller, now: time }
    const published = prompt
      ? await publishTo(publishing, prompt, body, version)
      : await publishByName(publishing, body, version)
    const entity = { kind: 'prompt', id: published.prompt.id } as const
    await attachAll(tx, workspace, entity, [params, ...(body.external_ids ?? [])], time)
    const externalIds = await listExternalIds(tx, workspace, entity)
    const answer = presentPublished(published.prompt, published.version, version.labels, externalIds)
    return new Answer(prompt ? 200 : 201, answer)
  })
}
