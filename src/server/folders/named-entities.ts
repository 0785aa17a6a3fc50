import type { EntityType } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { FolderRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { FolderedKind } from './foldered-kind.ts'
import type { Folders } from './tree.ts'

interface Reference {
  readonly type: EntityType
  readonly id: number
}

/** The distinct entities that a call names. */
export interface NamedEntities {
  readonly folders: readonly FolderRow[]
  readonly idsByKind: ReadonlyMap<FolderedKind, ReadonlySet<number>>
  readonly count: number
}

/** Finds the entities that a call names. @throws Refusal if one does not exist. */
export async function findNamed(
  tx: Tx,
  workspace: WorkspaceId,
  kinds: readonly FolderedKind[],
  tree: Folders,
  references: readonly Reference[],
): Promise<NamedEntities> {
  const folders = references.flatMap(({ type, id }) => (type === 'FOLDER' ? (tree.find(id) ?? []) : []))
  const idsByKind = new Map<FolderedKind, Set<number>>()
  for (const [type, group] of Map.groupBy(references, (reference) => reference.type)) {
    const ids = [...new Set(group.map(({ id }) => id))]
    const kind = kinds.find(({ types }) => types.includes(type))
    const existing = kind ? await kind.find(tx, workspace, type, ids) : []
    refuseAbsent(type, ids, type === 'FOLDER' ? folders.map(({ id }) => id) : existing)
    if (kind) idsByKind.set(kind, new Set([...(idsByKind.get(kind) ?? []), ...existing]))
  }
  const distinct = [...new Set(folders)]
  const count = [...idsByKind.values()].reduce((sum, ids) => sum + ids.size, distinct.length)
  return { folders: distinct, idsByKind, count }
}

function refuseAbsent(type: EntityType, namedIds: readonly number[], existing: readonly number[]) {
  const existingIds = new Set(existing)
  const absent = namedIds.find((id) => !existingIds.has(id))
  if (absent !== undefined) throw new Refusal('not_found', `There is no ${type} ${absent}.`)
}
