import { Refusal } from '../../../engine/refusal.ts'
import { mayWithdraw, reasonNotToDecide } from '../../../engine/release/protection.ts'
import { type Caller, idOf, nameOf } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { notify, resolveNotifications } from '../../inbox/index.ts'
import { bumpRegistryRevision } from '../../workspaces/index.ts'
import { checkLabelled } from '../check-labelled.ts'
import { promptRegistry } from '../prompt-registry.ts'
import { putLabel } from '../put-label.ts'
import {
  actingCallerOf,
  askerOf,
  movedLabel,
  presentRequest,
  protectionFor,
  releaseText,
  subjectOf,
} from './present.ts'
import { closeRequest, getRequest, type ReleaseRequest } from './request-queries.ts'

/** Decides a release request. An approval and the move of its label share a transaction. */
export const decideReleaseRequest: Handler<'decideReleaseRequest'> = async (
  { store, now },
  { caller, params, body },
) => {
  const { workspace, actor } = caller
  const { decision } = body
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const request = await getRequest(tx, workspace, params.release_request_id)
    refuseDecision(caller, request, decision)
    const time = now()
    if (decision === 'approved') {
      const prompt = await promptRegistry.get(tx, workspace, request.prompt_id)
      const version = await promptRegistry.getVersion(tx, workspace, prompt, {
        version: request.version_number,
      })
      await checkLabelled(tx, workspace, prompt, version, request.label)
      await putLabel(store, tx, version, request.label, time)
    }
    await closeRequest(tx, workspace, request.id, {
      status: decision,
      decider_kind: actor.kind,
      decider_id: idOf(actor),
      decider_name: nameOf(actor),
      decided_at: time,
      decision_note: body.note,
    })
    const closed = await getRequest(tx, workspace, request.id)
    const [subject, requestText] = [subjectOf(request), releaseText(request)]
    const reason = body.note === null ? '' : `. ${body.note}`
    const verb = `${decision[0]!.toUpperCase()}${decision.slice(1)}`
    const decided = `${movedLabel(request)}${reason}`
    const outcome = {
      text: `${verb} by ${nameOf(actor) || 'an API key'}: ${decided}`,
      now: time,
    }
    await resolveNotifications(
      tx,
      workspace,
      { kind: 'release_request', subject, text: requestText },
      request.asked_at,
      outcome,
    )
    if (request.asker_kind === 'person') {
      const text = `${verb}: ${decided}`
      const notification = { kind: 'release_decision' as const, actor, subject, text }
      await notify(tx, workspace, [request.asker_id], notification, time)
    }
    return { success: true as const, release_request: presentRequest(caller, closed) }
  })
}

function refuseDecision(
  caller: Caller,
  request: ReleaseRequest,
  decision: 'approved' | 'denied' | 'withdrawn',
) {
  if (request.status !== 'open')
    throw new Refusal('conflict', `This release request is ${request.status} already.`)
  const asker = askerOf(request)
  const actingCaller = actingCallerOf(caller)
  if (decision === 'withdrawn') {
    if (mayWithdraw(actingCaller, asker)) return
    throw new Refusal('forbidden', 'Only the requester or an admin can withdraw a release request.')
  }
  const reason = reasonNotToDecide(actingCaller, asker, request.label, protectionFor(request))
  if (reason) throw new Refusal('forbidden', reason)
}
