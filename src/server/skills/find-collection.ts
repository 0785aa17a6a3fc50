import { Refusal } from '../../engine/refusal.ts'
import type { Database, SkillCollectionRow, SkillVersionRow, Tx } from '../db/index.ts'
import { loadFolderPaths } from '../folders/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import {
  findCollectionById,
  findCollectionByName,
  findVersionByLabel,
  findVersionByNumber,
} from './queries.ts'

/** The root paths of collections: the names of the folders and of the collection, joined by slashes. */
export async function rootPathsOf(
  db: Database | Tx,
  workspace: WorkspaceId,
  rows: readonly SkillCollectionRow[],
): Promise<(row: SkillCollectionRow) => string> {
  const pathOf = await loadFolderPaths(
    db,
    workspace,
    rows.map((row) => row.folder_id),
  )
  return (row) => [...(pathOf(row.folder_id) ?? []), row.name].join('/')
}

export async function rootPathOf(
  db: Database | Tx,
  workspace: WorkspaceId,
  row: SkillCollectionRow,
): Promise<string> {
  return (await rootPathsOf(db, workspace, [row]))(row)
}

/** Finds a collection by id, name or root path, in this order. A name cannot look like an id. */
export async function getCollection(
  db: Database | Tx,
  workspace: WorkspaceId,
  identifier: string,
): Promise<SkillCollectionRow> {
  const collection =
    (await findCollectionById(db, workspace, identifier.toLowerCase())) ??
    (await findCollectionByName(db, workspace, identifier)) ??
    (await findByRootPath(db, workspace, identifier))
  if (!collection) throw new Refusal('not_found', 'There is no such skill collection.')
  return collection
}

async function findByRootPath(db: Database | Tx, workspace: WorkspaceId, path: string) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const collection = name === path ? undefined : await findCollectionByName(db, workspace, name)
  return collection && (await rootPathOf(db, workspace, collection)) === path ? collection : undefined
}

/** Finds a version by number or release label; without both, the latest version. */
export async function getVersion(
  db: Database | Tx,
  workspace: WorkspaceId,
  collection: SkillCollectionRow,
  { version, label }: { readonly version?: number; readonly label?: string },
): Promise<SkillVersionRow> {
  const row =
    label === undefined
      ? await findVersionByNumber(db, workspace, collection.id, version ?? collection.latest_version)
      : await findVersionByLabel(db, workspace, collection.id, label)
  if (row) return row
  const missing = label === undefined ? 'version' : 'release label'
  throw new Refusal('not_found', `The skill collection has no such ${missing}.`)
}
