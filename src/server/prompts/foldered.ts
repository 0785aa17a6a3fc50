import type { FolderedKind } from '../folders/index.ts'
import { lockRegistry } from '../workspaces/index.ts'
import {
  deletePrompts,
  listFolderedPrompts,
  listLatestContaining,
  listPromptsIn,
  listPromptsOf,
  movePrompts,
} from './foldered-queries.ts'
import { says } from './says.ts'
import { tagsOf, versionOf } from './version.ts'

/** Templates in folders. `SNIPPET` names the completion templates among them, `PROMPT` in an answer the others. */
export const promptsInFolders: FolderedKind = {
  types: ['PROMPT', 'SNIPPET'],
  externalKind: 'prompt',

  async list(db, workspace, scope, search) {
    const rows = await listFolderedPrompts(db, workspace, scope)
    const versions = search === undefined ? [] : await listLatestContaining(db, workspace, scope, search)
    const found = new Set(
      versions.flatMap((row) => (says(versionOf(row).template, search!) ? [row.prompt_id] : [])),
    )
    return rows.map((row) => ({
      type: row.is_snippet === 1 ? 'SNIPPET' : 'PROMPT',
      id: row.id,
      name: row.name,
      folderId: row.folder_id,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      tags: tagsOf(row),
      metadata: {
        type: row.is_snippet === 1 ? 'completion' : 'chat',
        latest_version_number: row.latest_version,
      },
      contentMatches: found.has(row.id),
    }))
  },

  find: (tx, workspace, type, ids) => listPromptsOf(tx, workspace, ids, type === 'SNIPPET'),

  idsIn: listPromptsIn,

  async move(tx, workspace, ids, folder, now) {
    await lockRegistry(tx, workspace)
    await movePrompts(tx, workspace, ids, folder, now)
  },

  async remove(tx, workspace, ids, now) {
    await lockRegistry(tx, workspace)
    await deletePrompts(tx, workspace, ids, now)
  },
}
