import {
  mayWithdraw,
  type Protection,
  type ReleaseActor,
  reasonNotToDecide,
} from '../../../engine/release/protection.ts'
import { type Caller, idOf } from '../../http/caller.ts'
import { isoTime } from '../../http/iso-time.ts'
import type { Subject } from '../../inbox/index.ts'
import type { ReleaseRequest } from './request-queries.ts'

export const askerOf = (request: ReleaseRequest): ReleaseActor => ({
  kind: request.asker_kind,
  id: request.asker_id,
})

export const protectionFor = ({ takes_two }: ReleaseRequest): Protection =>
  takes_two === null ? undefined : { needsTwoApprovers: takes_two === 1 }

export const actingCallerOf = ({ role, actor }: Caller) => ({ role, kind: actor.kind, id: idOf(actor) })

/** Presents a release request, and whether this caller may decide or withdraw it. */
export function presentRequest(caller: Caller, request: ReleaseRequest) {
  const actingCaller = actingCallerOf(caller)
  const isOpen = request.status === 'open'
  return {
    id: request.id,
    prompt_id: request.prompt_id,
    prompt_name: request.prompt_name,
    label: request.label,
    prompt_version_id: request.version_id,
    version_number: request.version_number,
    current_version_number: request.current_version,
    note: request.note,
    status: request.status,
    asked_by: { kind: request.asker_kind, id: request.asker_id, name: request.asker_name },
    asked_at: isoTime(request.asked_at),
    decided_by: deciderOf(request),
    decided_at: request.decided_at === null ? null : isoTime(request.decided_at),
    decision_note: request.decision_note,
    may_decide:
      isOpen &&
      reasonNotToDecide(actingCaller, askerOf(request), request.label, protectionFor(request)) === null,
    may_withdraw: isOpen && mayWithdraw(actingCaller, askerOf(request)),
  }
}

/** The version that the request is for, as the subject of a notification. */
export const subjectOf = ({ prompt_id, prompt_name, version_number }: ReleaseRequest): Subject => ({
  type: 'prompt',
  id: String(prompt_id),
  name: prompt_name,
  table_id: null,
  version_number,
  row_index: null,
})

export const movedLabel = ({ label, version_number }: Pick<ReleaseRequest, 'label' | 'version_number'>) =>
  `${label} → v${version_number}`

export const releaseText = ({ label, version_number, note }: ReleaseRequest): string =>
  `${movedLabel({ label, version_number })}${note === null ? '' : `: ${note}`}`

function deciderOf({ decider_kind: kind, decider_id: id, decider_name: name }: ReleaseRequest) {
  return kind === null ? null : { kind, id: id ?? '', name: name ?? '' }
}
