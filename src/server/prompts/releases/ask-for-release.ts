import { Refusal } from '../../../engine/refusal.ts'
import { idOf, nameOf } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { membersWith, notify } from '../../inbox/index.ts'
import { bumpRegistryRevision } from '../../workspaces/index.ts'
import { checkLabelled } from '../check-labelled.ts'
import { refuseDynamicName } from '../dynamic-label-rules.ts'
import { promptRegistry } from '../prompt-registry.ts'
import { presentRequest, releaseText, subjectOf } from './present.ts'
import { findOpenRequest, getRequest, insertRequest } from './request-queries.ts'

export const askForRelease: Handler<'askForRelease'> = async ({ store, now }, { caller, body }) => {
  const { workspace, actor } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const prompt = await promptRegistry.get(tx, workspace, body.prompt_id)
    const version = await promptRegistry.versions.findByNumber(tx, workspace, prompt.id, body.version_number)
    if (!version)
      throw new Refusal('not_found', 'The prompt template has no such version.', {
        loc: ['body', 'version_number'],
      })
    await refuseDynamicName(tx, workspace, prompt.id, body.label, ['body', 'label'])
    if (await findOpenRequest(tx, workspace, prompt.id, body.label))
      throw new Refusal('conflict', 'This label has an open release request already.', {
        loc: ['body', 'label'],
      })
    await checkLabelled(tx, workspace, prompt, version, body.label)
    const id = await store.nextId(tx, 'release_request_ids')
    await insertRequest(tx, {
      workspace_id: workspace,
      id,
      prompt_id: prompt.id,
      label: body.label,
      version_id: version.id,
      version_number: version.version_number,
      note: body.note,
      status: 'open',
      asker_kind: actor.kind,
      asker_id: idOf(actor),
      asker_name: nameOf(actor),
      asked_at: now(),
      decider_kind: null,
      decider_id: null,
      decider_name: null,
      decided_at: null,
      decision_note: null,
    })
    const request = await getRequest(tx, workspace, id)
    const deciders = await membersWith(tx, workspace, request.takes_two === null ? 'publisher' : 'admin')
    const notification = {
      kind: 'release_request' as const,
      actor,
      subject: subjectOf(request),
      text: releaseText(request),
    }
    await notify(tx, workspace, deciders, notification, request.asked_at)
    return { success: true as const, release_request: presentRequest(caller, request) }
  })
}
