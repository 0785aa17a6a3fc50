import { Refusal } from '../../engine/refusal.ts'
import { addFiles, changeFiles, type FileSet } from '../../engine/skills/file-set.ts'
import { pathsOf } from '../../engine/skills/provider-layout.ts'
import type { SkillVersionRow } from '../db/index.ts'
import { requireRole } from '../http/caller.ts'
import type { Call, Handler } from '../http/handler.ts'
import { getCollection, getVersion } from './find-collection.ts'
import { presentVersion } from './present.ts'
import { advanceVersion, updateCollection } from './queries.ts'
import { type ArchiveFile, readArchive } from './read-archive.ts'
import { storeVersion } from './store-version.ts'
import { type NewFile, newFile, readManifest, type StoredFile } from './stored-files.ts'

export const saveSkillCollectionVersion: Handler<'saveSkillCollectionVersion'> = async (
  { store, now },
  { caller, params, body, upload },
) => {
  const { workspace } = caller
  if (body.release_label != null) requireRole(caller, 'publisher')
  const archive = upload ? newFiles(await readArchive(upload)) : null
  const updates = newFiles(body.file_updates)
  if (!archive && isEmpty(body)) throw new Refusal('bad_request', 'There is nothing to save.')
  return store.transact(async (tx) => {
    const current = await getCollection(tx, workspace, params.identifier)
    const time = now()
    const advanced = await advanceVersion(tx, workspace, current.id, time)
    if (!advanced) throw new Refusal('not_found', 'There is no such skill collection.')
    const previous = await getVersion(tx, workspace, advanced, { version: advanced.latest_version - 1 })
    const files = nextFiles(previous, archive, { ...body, file_updates: updates })
    const collection = { ...advanced, provider: body.provider ?? advanced.provider }
    if (collection.provider !== advanced.provider)
      await updateCollection(tx, workspace, current.id, { provider: collection.provider })
    const version = await storeVersion(
      tx,
      workspace,
      collection,
      { files, commitMessage: body.commit_message ?? null, releaseLabel: body.release_label ?? null },
      time,
    )
    return { success: true as const, version: presentVersion(version) }
  })
}

type Body = Call<typeof import('../../contract/index.ts')['endpoints']['saveSkillCollectionVersion']>['body']
type FileAtPath = { readonly path: string; readonly file: NewFile }
type Changes = Pick<Body, 'deletes' | 'moves'> & { readonly file_updates: readonly FileAtPath[] }

/** Hashes files before the transaction, which blocks the writer. */
const newFiles = (files: readonly ArchiveFile[]): FileAtPath[] =>
  files.map(({ path, content }) => ({ path, file: newFile(content) }))

function isEmpty({ file_updates, moves, deletes, commit_message, release_label, provider }: Body): boolean {
  const changes = file_updates.length + moves.length + deletes.length
  return changes === 0 && commit_message == null && release_label == null && provider == null
}

/** The files of the next version: those of the previous version or of an archive, with the changes applied. */
function nextFiles(
  previous: SkillVersionRow,
  archive: readonly FileAtPath[] | null,
  { deletes, moves, file_updates }: Changes,
): FileSet<StoredFile | NewFile> {
  const previousFiles = readManifest(previous.files)
  const pathOf = pathsOf(previous.provider, [...previousFiles.keys()])
  const atStoredPath = ({ path, file }: FileAtPath) => ({ path: pathOf(path), file })
  const base = new Map<string, StoredFile | NewFile>(archive ? [] : previousFiles)
  addFiles(base, (archive ?? []).map(atStoredPath), 'archive')
  return changeFiles(base, {
    deletes: deletes.map(pathOf),
    moves: moves.map(({ old_path, new_path }) => ({
      old_path: pathOf(old_path),
      new_path: pathOf(new_path),
    })),
    updates: file_updates.map(atStoredPath),
  })
}
