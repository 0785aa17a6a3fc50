import type { EntityType } from '../../contract/index.ts'
import type { Database, Tx } from '../db/index.ts'
import type { EntityKind } from '../external-ids/index.ts'
import type { Caller, WorkspaceId } from '../http/caller.ts'

/** The whole workspace, the root, or some folders. */
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
  /** True if its content matches the search. */
  readonly contentMatches: boolean
}

/**
 * A kind of entity in folders, provided by its room for listing, moving and deleting. `move` and `remove` run
 * under the lock of the workspace's folders; external ids are released by the caller.
 */
export interface FolderedKind {
  /** Its wire types. */
  readonly types: readonly EntityType[]
  /** Null: no external ids. */
  readonly externalKind: EntityKind | null
  /** By id. */
  list(
    db: Database,
    workspace: WorkspaceId,
    scope: FolderScope,
    search: string | undefined,
  ): Promise<FolderedEntity[]>
  /** The existing ids of that type. */
  find(tx: Tx, workspace: WorkspaceId, type: EntityType, ids: readonly number[]): Promise<number[]>
  idsIn(tx: Tx, workspace: WorkspaceId, folders: readonly number[]): Promise<number[]>
  move(
    tx: Tx,
    workspace: WorkspaceId,
    ids: readonly number[],
    folder: number | null,
    now: number,
  ): Promise<void>
  /** @throws Refusal if the caller may not delete an entity; absent: no further condition. */
  refuseRemoval?(tx: Tx, caller: Caller, ids: readonly number[]): Promise<void>
  remove(tx: Tx, workspace: WorkspaceId, ids: readonly number[], now: number): Promise<void>
}
