import { Refusal } from '../../engine/refusal.ts'

declare const minted: unique symbol

/** The id of the workspace a request belongs to. Only authentication makes one. */
export type WorkspaceId = number & { readonly [minted]: 'workspace' }

/** Who is asking, as its key says. */
export interface Caller {
  readonly workspace: WorkspaceId
  readonly keyId: number
  /** The workspace's registry revision at the time the key was looked up. */
  readonly registryRevision: number
}

export type Authenticate = (key: string) => Promise<Caller | null>

/** A workspace may be named, but only the key's own is there. */
export function refuseOtherWorkspace(own: WorkspaceId, named: number | null | undefined): void {
  if (named != null && named !== own) throw new Refusal('not_found', 'There is no such workspace.')
}
