import { sql } from 'kysely'
import {
  changeRow,
  changeRows,
  chunksOf,
  type Database,
  insertRows,
  type SkillCollectionRow,
  type SkillVersionRow,
  type Store,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

const liveCollections = (db: Database | Tx, workspace: WorkspaceId) =>
  db
    .selectFrom('skill_collections')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)

export async function findCollectionById(db: Database | Tx, workspace: WorkspaceId, id: string) {
  return liveCollections(db, workspace).where('id', '=', id).executeTakeFirst()
}

export async function findCollectionByName(db: Database | Tx, workspace: WorkspaceId, name: string) {
  return liveCollections(db, workspace).where('name', '=', name).executeTakeFirst()
}

export const insertCollection = (tx: Tx, row: SkillCollectionRow) => insertRows(tx, 'skill_collections', row)

/**
 * Increments the version number and locks the collection until the transaction ends, so that versions are saved one at
 * a time.
 */
export const advanceVersion = (tx: Tx, workspace: WorkspaceId, id: string, now: number) =>
  changeRow(
    tx,
    'skill_collections',
    { workspace_id: workspace, id, deleted_at: null },
    { latest_version: sql<number>`latest_version + 1`, updated_at: now },
  )

export const updateCollection = (
  tx: Tx,
  workspace: WorkspaceId,
  id: string,
  change: Partial<Pick<SkillCollectionRow, 'name' | 'provider' | 'folder_id' | 'updated_at' | 'deleted_at'>>,
) => changeRows(tx, 'skill_collections', { workspace_id: workspace, id }, change)

const versions = (db: Database | Tx, workspace: WorkspaceId, collection: string) =>
  db
    .selectFrom('skill_versions')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('collection_id', '=', collection)

export async function findVersionByNumber(
  db: Database | Tx,
  workspace: WorkspaceId,
  collection: string,
  number: number,
) {
  return versions(db, workspace, collection).where('number', '=', number).executeTakeFirst()
}

export async function findVersionByLabel(
  db: Database | Tx,
  workspace: WorkspaceId,
  collection: string,
  label: string,
) {
  return versions(db, workspace, collection).where('release_label', '=', label).executeTakeFirst()
}

/** The latest and the labelled versions of collections, by number. */
export async function listShownVersions(
  { scan, dialect }: Pick<Store, 'scan' | 'dialect'>,
  workspace: WorkspaceId,
  collections: readonly string[],
) {
  const files = sql.ref('skill_versions.files')
  const list = dialect === 'sqlite' ? files : sql`${files}::json`
  const rows = []
  for (const chunk of chunksOf(collections))
    rows.push(
      ...(await scan
        .selectFrom('skill_versions')
        .innerJoin('skill_collections', (join) =>
          join
            .onRef('skill_collections.workspace_id', '=', 'skill_versions.workspace_id')
            .onRef('skill_collections.id', '=', 'skill_versions.collection_id'),
        )
        .select([
          'collection_id',
          'number',
          'release_label',
          sql<number>`json_array_length(${list})`.as('file_count'),
        ])
        .where('skill_versions.workspace_id', '=', workspace)
        .where('collection_id', 'in', chunk)
        .where(({ or, eb }) =>
          or([
            eb('release_label', 'is not', null),
            eb('number', '=', eb.ref('skill_collections.latest_version')),
          ]),
        )
        .orderBy('number', 'desc')
        .execute()),
    )
  return rows
}

export const insertVersion = (tx: Tx, row: SkillVersionRow) => insertRows(tx, 'skill_versions', row)

/** Removes a release label from its version. */
export const clearLabel = (tx: Tx, workspace: WorkspaceId, collection: string, label: string) =>
  changeRows(
    tx,
    'skill_versions',
    { workspace_id: workspace, collection_id: collection, release_label: label },
    { release_label: null },
  )
