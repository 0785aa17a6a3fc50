import type { EntityType } from '../../contract/index.ts'
import type { Database, Tx } from '../db/index.ts'
import type { EntityKind } from '../external-ids/index.ts'
import type { Caller, WorkspaceId } from '../http/caller.ts'

/** Whose contents are meant: the whole workspace's, the root's alone, or those of some folders. */
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
  /** Whether its content holds the words that were searched for. */
  readonly contentMatches: boolean
}

/**
 * A kind of entity that lives in folders. Its room gives one of these; listing, moving and deleting then know
 * it. `move` and `remove` run under the lock of the workspace's folders; external ids are released for it.
 */
export interface FolderedKind {
  /** What it is called on the wire. */
  readonly types: readonly EntityType[]
  /** Null where such entities have no external ids. */
  readonly externalKind: EntityKind | null
  /** In order of their ids. */
  list(
    db: Database,
    workspace: WorkspaceId,
    scope: FolderScope,
    search: string | undefined,
  ): Promise<FolderedEntity[]>
  /** Those of the ids that there are, under that type. */
  find(tx: Tx, workspace: WorkspaceId, type: EntityType, ids: readonly number[]): Promise<number[]>
  idsIn(tx: Tx, workspace: WorkspaceId, folders: readonly number[]): Promise<number[]>
  move(
    tx: Tx,
    workspace: WorkspaceId,
    ids: readonly number[],
    folder: number | null,
    now: number,
  ): Promise<void>
  /** Refuses what this caller may not delete; absent where anybody may who deletes at all. */
  refuseRemoval?(tx: Tx, caller: Caller, ids: readonly number[]): Promise<void>
  remove(tx: Tx, workspace: WorkspaceId, ids: readonly number[], now: number): Promise<void>
}

/** For what stands in folders without being listed there: sends it to the root when its folders go. */
export type LeaveFolders = (tx: Tx, workspace: WorkspaceId, folders: readonly number[]) => Promise<void>
