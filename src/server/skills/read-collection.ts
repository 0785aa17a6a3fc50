import { diskPathsOf } from '../../engine/skills/provider-layout.ts'
import type { Database, SkillVersionRow } from '../db/index.ts'
import { listExternalIds } from '../external-ids/index.ts'
import { Download, type Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { findContents } from './content-queries.ts'
import { getCollection, getVersion, rootPathOf } from './find-collection.ts'
import { presentCollection, presentVersion } from './present.ts'
import { readManifest } from './stored-files.ts'
import { writeArchive } from './write-archive.ts'

export const readSkillCollection: Handler<'readSkillCollection'> = async (
  { store },
  { caller, params, query },
) => {
  const { workspace } = caller
  const collection = await getCollection(store.db, workspace, params.identifier)
  const version = await getVersion(store.db, workspace, collection, query)
  const files = await filesAtDiskPaths(store.scan, workspace, version)
  if (query.format === 'zip')
    return new Download(await writeArchive(files, version.created_at), `${collection.name}.zip`)
  const entity = { kind: 'skill-collection', id: collection.id } as const
  const rootPath = await rootPathOf(store.db, workspace, collection)
  const externalIds = await listExternalIds(store.db, workspace, entity)
  return {
    success: true as const,
    skill_collection: presentCollection(collection, rootPath, externalIds),
    files: Object.fromEntries(files),
    version: presentVersion(version),
  }
}

/** Files with their content, at the paths that they get on the caller's disk. */
async function filesAtDiskPaths(
  db: Database,
  workspace: WorkspaceId,
  { provider, files }: SkillVersionRow,
): Promise<[path: string, content: string][]> {
  const manifest = readManifest(files)
  const hashes = new Set([...manifest.values()].map(({ hash }) => hash))
  const contents = await findContents(db, workspace, [...hashes])
  const contentOf = new Map(contents.map(({ hash, content }) => [hash, content]))
  const pathOf = diskPathsOf(provider, [...manifest.keys()])
  return [...manifest].map(([path, { hash }]) => [pathOf(path), contentOf.get(hash)!])
}
