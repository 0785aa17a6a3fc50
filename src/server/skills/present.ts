import type { z } from 'zod'
import type { ExternalId, SkillCollectionBody, SkillCollectionVersionBody } from '../../contract/index.ts'
import type { SkillCollectionRow, SkillVersionRow } from '../db/index.ts'
import { isoTime } from '../http/iso-time.ts'
import { readManifest } from './stored-files.ts'

export function presentCollection(
  row: SkillCollectionRow,
  rootPath: string,
  externalIds: z.output<typeof ExternalId>[],
): SkillCollectionBody {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    folder_id: row.folder_id,
    root_path: rootPath,
    name: row.name,
    provider: row.provider,
    is_deleted: row.deleted_at !== null,
    created_by: null,
    created_at: isoTime(row.created_at),
    updated_by: null,
    updated_at: isoTime(row.updated_at),
    external_ids: externalIds,
  }
}

export function presentVersion(row: SkillVersionRow): SkillCollectionVersionBody {
  return {
    id: row.id,
    skill_collection_id: row.collection_id,
    workspace_id: row.workspace_id,
    number: row.number,
    root_path_at_version: row.root_path,
    provider: row.provider,
    file_paths: [...readManifest(row.files).keys()],
    commit_message: row.commit_message,
    release_label: row.release_label,
    archived: false,
    created_by: null,
    user_email: null,
    created_at: isoTime(row.created_at),
  }
}
