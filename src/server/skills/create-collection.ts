import { randomUUIDv7 } from 'node:crypto'
import { addFiles } from '../../engine/skills/file-set.ts'
import { pathsOf } from '../../engine/skills/provider-layout.ts'
import { recordAuthor } from '../authors/index.ts'
import type { SkillCollectionRow } from '../db/index.ts'
import { attachAll, listExternalIds } from '../external-ids/index.ts'
import { checkFolder } from '../folders/index.ts'
import type { Call, Handler } from '../http/handler.ts'
import { presentCollection, presentVersion } from './present.ts'
import { insertCollection } from './queries.ts'
import { type ArchiveFile, readArchive } from './read-archive.ts'
import { refuseTakenName } from './refuse-taken-name.ts'
import { storeVersion } from './store-version.ts'
import { checkFiles, type NewFile, newFile } from './stored-files.ts'

export const createSkillCollection: Handler<'createSkillCollection'> = async (
  { store, now },
  { caller, body, upload },
) => {
  const { workspace } = caller
  const files = filesOf(body, upload ? await readArchive(upload) : [])
  const time = now()
  const collection: SkillCollectionRow = {
    workspace_id: workspace,
    id: randomUUIDv7(),
    name: body.name,
    folder_id: body.folder_id ?? null,
    provider: body.provider ?? null,
    latest_version: 1,
    created_at: time,
    updated_at: time,
    deleted_at: null,
  }
  return refuseTakenName(store, () =>
    store.transact(async (tx) => {
      if (collection.folder_id !== null) await checkFolder(tx, workspace, collection.folder_id)
      await insertCollection(tx, collection)
      const content = { files, commitMessage: body.commit_message ?? null, releaseLabel: null }
      const version = await storeVersion(tx, workspace, collection, content, time)
      const entity = { kind: 'skill-collection', id: collection.id } as const
      await recordAuthor(tx, caller, entity)
      await attachAll(tx, workspace, entity, body.external_ids ?? [], time)
      const externalIds = await listExternalIds(tx, workspace, entity)
      return {
        success: true as const,
        skill_collection: presentCollection(collection, version.root_path, externalIds),
        external_ids: externalIds,
        version: presentVersion(version),
      }
    }),
  )
}

type Body = Call<typeof import('../../contract/index.ts')['endpoints']['createSkillCollection']>['body']

/** The files of the archive; files of the JSON replace those with the same path. */
function filesOf({ files, provider }: Body, archive: readonly ArchiveFile[]): Map<string, NewFile> {
  const pathOf = pathsOf(provider ?? null, [])
  const updates = (files: readonly ArchiveFile[]) =>
    files.map(({ path, content }) => ({ path: pathOf(path), file: newFile(content) }))
  const initialFiles = new Map<string, NewFile>()
  addFiles(initialFiles, updates(archive), 'archive')
  addFiles(initialFiles, updates(files), 'files')
  checkFiles(initialFiles)
  return initialFiles
}
