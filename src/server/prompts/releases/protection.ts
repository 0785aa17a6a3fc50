import { mayDo, type Role } from '../../../contract/index.ts'
import type { Actor } from '../../http/caller.ts'

/** What a workspace says of labels of a name; undefined where they are not protected. */
export type Protection = { readonly takesTwo: boolean } | undefined

export interface Asker {
  readonly kind: Actor['kind']
  readonly id: string
}

/** Why somebody of this role must ask for a release instead of placing the label; null when nothing keeps it from that. */
export function whyAsk(role: Role, label: string, protection: Protection): string | null {
  if (!protection) return null
  if (protection.takesTwo)
    return `The label ${label} takes two people: ask for a release, and another person who is an admin approves it.`
  if (mayDo(role, 'admin')) return null
  return `The label ${label} is protected: ask for a release, and an admin approves it.`
}

/** Why the caller cannot approve or deny what was asked; null when it can. A key is nobody in particular, so it is no second person. */
export function whyNotDecide(
  caller: { readonly role: Role; readonly actor: Actor },
  asker: Asker,
  label: string,
  protection: Protection,
): string | null {
  const needed = protection ? 'admin' : 'publisher'
  if (!mayDo(caller.role, needed))
    return `To decide about ${label} takes the role of ${needed}; the caller is ${caller.role}.`
  if (!protection?.takesTwo) return null
  if (caller.actor.kind !== 'person')
    return `The label ${label} takes two people: a person who signed in decides, not an API key.`
  if (isSame(caller.actor, asker))
    return `The label ${label} takes two people: somebody else than who asked decides.`
  return null
}

export const mayWithdraw = (caller: { readonly role: Role; readonly actor: Actor }, asker: Asker): boolean =>
  isSame(caller.actor, asker) || mayDo(caller.role, 'admin')

const isSame = (actor: Actor, asker: Asker): boolean =>
  actor.kind !== 'nobody' && actor.kind === asker.kind && String(actor.id) === asker.id
