import { sql } from 'kysely'
import { containing, type Database, type Tx } from '../db/index.ts'
import type { FolderScope } from '../folders/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

function within(db: Database | Tx, workspace: WorkspaceId, scope: FolderScope) {
  const live = db
    .selectFrom('prompts')
    .where('prompts.workspace_id', '=', workspace)
    .where('prompts.deleted_at', 'is', null)
  if (scope === 'everywhere') return live
  if (scope === 'root') return live.where('prompts.folder_id', 'is', null)
  return live.where('prompts.folder_id', 'in', scope)
}

export async function listFolderedPrompts(db: Database, workspace: WorkspaceId, scope: FolderScope) {
  return within(db, workspace, scope).selectAll('prompts').orderBy('prompts.id').execute()
}

/** Beyond ASCII the engines fold cases in different ways. */
const ascii = /^[\x20-\x7e]*$/

/** Latest versions that may hold the words: the stored document is searched, names of its fields and all. */
export async function listLatestContaining(
  db: Database,
  workspace: WorkspaceId,
  scope: FolderScope,
  words: string,
) {
  const query = within(db, workspace, scope)
    .innerJoin('prompt_versions', (join) =>
      join
        .onRef('prompt_versions.workspace_id', '=', 'prompts.workspace_id')
        .onRef('prompt_versions.prompt_id', '=', 'prompts.id')
        .onRef('prompt_versions.version_number', '=', 'prompts.latest_version'),
    )
    .selectAll('prompt_versions')
  if (!ascii.test(words)) return query.execute()
  const asStored = JSON.stringify(words).slice(1, -1)
  return query
    .where(sql<boolean>`lower(prompt_versions.template) like ${containing(asStored)} escape '\\'`)
    .execute()
}

/** Those of the ids that are live templates; `snippets` leaves out all but completions. */
export async function listPromptsOf(
  tx: Tx,
  workspace: WorkspaceId,
  ids: readonly number[],
  snippets: boolean,
): Promise<number[]> {
  let query = within(tx, workspace, 'everywhere').select('prompts.id').where('prompts.id', 'in', ids)
  if (snippets) query = query.where('prompts.is_snippet', '=', 1)
  return (await query.execute()).map(({ id }) => id)
}

export async function listPromptsIn(
  tx: Tx,
  workspace: WorkspaceId,
  folders: readonly number[],
): Promise<number[]> {
  return (await within(tx, workspace, folders).select('prompts.id').execute()).map(({ id }) => id)
}

export async function movePrompts(
  tx: Tx,
  workspace: WorkspaceId,
  ids: readonly number[],
  folder: number | null,
  now: number,
) {
  await tx
    .updateTable('prompts')
    .set({ folder_id: folder, updated_at: now })
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .execute()
}

/** The rows stay: logged requests point at them. */
export async function deletePrompts(tx: Tx, workspace: WorkspaceId, ids: readonly number[], now: number) {
  await tx
    .updateTable('prompts')
    .set({ deleted_at: now, folder_id: null })
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .execute()
}
