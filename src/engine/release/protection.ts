import type { ActorKind } from '../actor-kind.ts'
import { mayDo, type Role } from '../roles.ts'

/** Protection of a label name in a workspace; undefined if it is unprotected. */
export type Protection = { readonly needsTwoApprovers: boolean } | undefined

/** The author of an action: a person, a key, or unknown. Unknown authors are never equal. */
export interface ReleaseActor {
  readonly kind: ActorKind
  readonly id: string
}

interface Caller extends ReleaseActor {
  readonly role: Role
}

/** Why this role must request a release instead of placing the label; null if it may place it. */
export function reasonToRequest(role: Role, label: string, protection: Protection): string | null {
  if (protection?.needsTwoApprovers)
    return `The label ${label} takes two people: request a release, and another person who is an admin approves it.`
  if (protection && !mayDo(role, 'admin'))
    return `The label ${label} is protected: request a release, and an admin approves it.`
  if (!mayDo(role, 'publisher'))
    return `Placing the label ${label} requires the role publisher: request a release, and a publisher approves it.`
  return null
}

/** Why the caller may not approve or deny the request; null if it may. A key cannot be the second person. */
export function reasonNotToDecide(
  caller: Caller,
  requester: ReleaseActor,
  label: string,
  protection: Protection,
): string | null {
  const needed = protection ? 'admin' : 'publisher'
  if (!mayDo(caller.role, needed))
    return `Deciding on the label ${label} requires the role ${needed}; the caller has the role ${caller.role}.`
  if (!protection?.needsTwoApprovers) return null
  if (caller.kind !== 'person')
    return `The label ${label} takes two people: a person who signed in decides, not an API key.`
  if (isSame(caller, requester)) return `The label ${label} takes two people: the requester cannot decide.`
  return null
}

/** The requester and admins may withdraw a request. */
export const mayWithdraw = (caller: Caller, requester: ReleaseActor): boolean =>
  isSame(caller, requester) || mayDo(caller.role, 'admin')

const isSame = (left: ReleaseActor, right: ReleaseActor): boolean =>
  left.kind !== 'nobody' && left.kind === right.kind && left.id === right.id
