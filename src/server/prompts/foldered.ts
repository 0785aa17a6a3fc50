import { type FolderedKind, hideRows } from '../folders/index.ts'
import { lockRegistry } from '../workspaces/index.ts'
import { listFolderedPrompts, listLatestContaining, promptRows, snippetRows } from './foldered-queries.ts'
import { refuseProtectedOn } from './releases/refuse-protected.ts'
import { says } from './says.ts'
import { tagsOf, versionOf } from './version.ts'

const hide = hideRows('prompts')

/** Templates in folders. `SNIPPET` names the completion templates among them, `PROMPT` in an answer the others. */
export const promptsInFolders: FolderedKind = {
  types: ['PROMPT', 'SNIPPET'],
  externalKind: 'prompt',

  async list(db, workspace, scope, search) {
    const found = await listFolderedPrompts(db, workspace, scope)
    const versions = search === undefined ? [] : await listLatestContaining(db, workspace, scope, search)
    const saying = new Set(
      versions.flatMap((row) => (says(versionOf(row).template, search!) ? [row.prompt_id] : [])),
    )
    return found.map((row) => ({
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
      contentMatches: saying.has(row.id),
    }))
  },

  find: (tx, workspace, type, ids) =>
    (type === 'SNIPPET' ? snippetRows : promptRows).find(tx, workspace, type, ids),

  idsIn: promptRows.idsIn,

  async move(tx, workspace, ids, folder, now) {
    await lockRegistry(tx, workspace)
    await promptRows.move(tx, workspace, ids, folder, now)
  },

  refuseRemoval: refuseProtectedOn,

  async remove(tx, workspace, ids, now) {
    await lockRegistry(tx, workspace)
    await hide(tx, workspace, ids, now)
  },
}
