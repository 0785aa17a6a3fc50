import { Refusal } from '../../engine/refusal.ts'
import type { Database, SkillCollectionRow, SkillVersionRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import {
  findCollectionById,
  findCollectionByName,
  findVersionByLabel,
  findVersionByNumber,
} from './queries.ts'

/** Where the collection stands among its workspace's; without a folder that is its name. */
export const rootPathOf = ({ name }: SkillCollectionRow): string => name

/** By id, name or root path. No name looks like an id, so the three never compete. */
export async function getCollection(
  db: Database | Tx,
  workspace: WorkspaceId,
  identifier: string,
): Promise<SkillCollectionRow> {
  const collection =
    (await findCollectionById(db, workspace, identifier.toLowerCase())) ??
    (await findCollectionByName(db, workspace, identifier))
  if (!collection) throw new Refusal('not_found', 'There is no such skill collection.')
  return collection
}

/** The version of a number or a release label; with neither, the latest. */
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
  const what = label === undefined ? 'version' : 'release label'
  throw new Refusal('not_found', `The skill collection has no such ${what}.`)
}
