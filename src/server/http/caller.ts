import { mayDo, type Role } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'

declare const minted: unique symbol

/** The id of the workspace a request belongs to. Only authentication makes one. */
export type WorkspaceId = number & { readonly [minted]: 'workspace' }

/** Who is asking, as its key or its session says. */
export interface Caller {
  readonly workspace: WorkspaceId
  readonly role: Role
  readonly actor: Actor
  /** The workspace's registry revision at the time the key was looked up. */
  readonly registryRevision: number
  /** Of a key with a rate of its own; 0 is none, null the server's default. */
  readonly requestsPerMinute?: number | null
}

export type Actor =
  | { readonly kind: 'key'; readonly id: number; readonly name: string }
  | { readonly kind: 'person'; readonly id: string; readonly name: string; readonly sessionHash: string }
  | { readonly kind: 'nobody' }

/** What an API key, or the token of a session, says of its bearer; null when it says nothing. */
export interface Authenticate {
  readonly byKey: (key: string) => Caller | null | Promise<Caller | null>
  readonly bySession: (token: string) => Promise<Caller | null>
}

/** Whoever calls what needs no key. No workspace has this id. */
export const nobody: Caller = {
  workspace: 0 as WorkspaceId,
  role: 'viewer',
  actor: { kind: 'nobody' },
  registryRevision: 0,
}

/** Some things only a person can do. */
export function requirePerson({ actor }: Caller): Extract<Actor, { kind: 'person' }> {
  if (actor.kind === 'person') return actor
  throw new Refusal('forbidden', 'This is for people who signed in, not for API keys.')
}

/** The one place where roles are enforced, for people and keys alike. */
export function requireRole(caller: Caller, needed: Role): void {
  if (mayDo(caller.role, needed)) return
  throw new Refusal('forbidden', `This takes the role of ${needed}; the caller is ${caller.role}.`)
}

/** A workspace may be named, but only the key's own is there. */
export function refuseOtherWorkspace(own: WorkspaceId, named: number | null | undefined): void {
  if (named != null && named !== own) throw new Refusal('not_found', 'There is no such workspace.')
}

export const nameOf = (actor: Actor): string => (actor.kind === 'nobody' ? '' : actor.name)

/** What a row keeps of who did it. */
export const idOf = (actor: Actor): string => (actor.kind === 'nobody' ? '' : String(actor.id))
