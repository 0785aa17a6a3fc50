import { Refusal } from '../../engine/refusal.ts'
import type { Actor, Caller } from '../http/caller.ts'

/** Some things only a person can do. */
export function requirePerson({ actor }: Caller): Extract<Actor, { kind: 'person' }> {
  if (actor.kind === 'person') return actor
  throw new Refusal('forbidden', 'This is for people who signed in, not for API keys.')
}

export const nameOf = (actor: Actor): string => (actor.kind === 'nobody' ? '' : actor.name)
