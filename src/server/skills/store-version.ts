import { randomUUIDv7 } from 'node:crypto'
import type { FileSet } from '../../engine/skills/file-set.ts'
import type { SkillCollectionRow, SkillVersionRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { insertContents } from './content-queries.ts'
import { rootPathOf } from './find-collection.ts'
import { clearLabel, insertVersion } from './queries.ts'
import { checkFiles, type NewFile, type StoredFile, writeManifest } from './stored-files.ts'

export interface VersionContent {
  readonly files: FileSet<StoredFile | NewFile>
  readonly commitMessage: string | null
  readonly releaseLabel: string | null
}

/** Stores a version of a locked collection, which becomes the latest one, and moves labels to it. */
export async function storeVersion(
  tx: Tx,
  workspace: WorkspaceId,
  collection: SkillCollectionRow,
  { files, commitMessage, releaseLabel }: VersionContent,
  now: number,
): Promise<SkillVersionRow> {
  checkFiles(files)
  const row: SkillVersionRow = {
    workspace_id: workspace,
    id: randomUUIDv7(),
    collection_id: collection.id,
    number: collection.latest_version,
    root_path: await rootPathOf(tx, workspace, collection),
    provider: collection.provider,
    files: writeManifest(files),
    commit_message: commitMessage,
    release_label: releaseLabel,
    created_at: now,
  }
  if (releaseLabel !== null) await clearLabel(tx, workspace, collection.id, releaseLabel)
  await insertContents(tx, workspace, newContents(files))
  await insertVersion(tx, row)
  return row
}

function newContents(files: FileSet<StoredFile | NewFile>): NewFile[] {
  const newFiles = [...files.values()].filter((file) => 'content' in file)
  return [...new Map(newFiles.map((file) => [file.hash, file])).values()]
}
