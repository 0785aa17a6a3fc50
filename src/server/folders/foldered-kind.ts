import type { EntityType } from '../../contract/index.ts'
import type { Database, Tx } from '../db/index.ts'
import type { EntityKind } from '../external-ids/index.ts'
import type { Caller } from '../http/caller.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** The whole workspace, the root only, or some folders. */
export type FolderScope = 'everywhere' | 'root' | readonly number[]

export interface FolderedEntity {
  readonly type: EntityType
  readonly id: number
  readonly name: string
  readonly folderId: number | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  /** True if the entity's content matches the search. */
  readonly contentMatches: boolean
}

/**
 * A kind of entity that folders hold. Its room provides listing, moving and deleting. `move` and `remove` run under the
 * lock of the workspace's folders; the caller deletes the external ids.
 */
export interface FolderedKind {
  /** The types of the kind on the wire. */
  readonly types: readonly EntityType[]
  /** The kind for external ids; null if entities of this kind have none. */
  readonly externalKind: EntityKind | null
  /** Lists entities in the order of their ids. */
  list(
    db: Database,
    workspace: WorkspaceId,
    scope: FolderScope,
    search: string | undefined,
  ): Promise<FolderedEntity[]>
  /** Returns the ids of existing entities of this type. */
  find(tx: Tx, workspace: WorkspaceId, type: EntityType, ids: readonly number[]): Promise<number[]>
  idsIn(tx: Tx, workspace: WorkspaceId, folders: readonly number[]): Promise<number[]>
  /** For the audit log. */
  names(tx: Tx, workspace: WorkspaceId, ids: readonly number[]): Promise<string[]>
  move(
    tx: Tx,
    workspace: WorkspaceId,
    ids: readonly number[],
    folder: number | null,
    now: number,
  ): Promise<void>
  /** @throws Refusal if the caller may not delete one of the entities. Absent: no further condition. */
  refuseRemoval?(tx: Tx, caller: Caller, ids: readonly number[]): Promise<void>
  remove(tx: Tx, workspace: WorkspaceId, ids: readonly number[], now: number): Promise<void>
}
