import { mayDo, type Role } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export interface Caller {
  readonly workspace: WorkspaceId
  readonly role: Role
  readonly actor: Actor
  /** Calls per minute of the key; 0: unlimited, null: the server's default. */
  readonly requestsPerMinute?: number | null
}

export type Actor =
  | { readonly kind: 'key'; readonly id: number; readonly name: string }
  | { readonly kind: 'person'; readonly id: string; readonly name: string; readonly sessionHash: string }
  | { readonly kind: 'nobody' }

/** Finds the caller of an API key or session token; null if it is not valid. */
export interface Authenticate {
  readonly byKey: (key: string) => Caller | null | Promise<Caller | null>
  readonly bySession: (token: string) => Promise<Caller | null>
}

/** The caller of endpoints without authentication. No workspace has its id. */
export const anonymousCaller: Caller = {
  workspace: 0 as WorkspaceId,
  role: 'viewer',
  actor: { kind: 'nobody' },
}

/** @throws Refusal `forbidden` if the caller is an API key. */
export function requirePerson({ actor }: Caller): Extract<Actor, { kind: 'person' }> {
  if (actor.kind === 'person') return actor
  throw new Refusal('forbidden', 'Only a signed-in person can do this, not an API key.')
}

/** The only place that enforces roles, for people and for keys. */
export function requireRole(caller: Caller, needed: Role): void {
  if (mayDo(caller.role, needed)) return
  throw new Refusal(
    'forbidden',
    caller.actor.kind === 'person'
      ? `This needs the role ${needed}; your role in this workspace is ${caller.role}. An admin can change it.`
      : `This needs the role ${needed}; the caller has the role ${caller.role}.`,
  )
}

/**
 * The refusal is the same whether or not the named workspace exists. It is no 404, which means a missing folder or data set.
 * @throws Refusal `bad_request` if a call names another workspace than the caller's.
 */
export function refuseOtherWorkspace(own: WorkspaceId, requested: number | null | undefined): void {
  if (requested == null || requested === own) return
  throw new Refusal('bad_request', 'workspace_id is not the workspace of the caller.')
}

export const nameOf = (actor: Actor): string => (actor.kind === 'nobody' ? '' : actor.name)

/** The actor's id in the form of the database. */
export const idOf = (actor: Actor): string => (actor.kind === 'nobody' ? '' : String(actor.id))
