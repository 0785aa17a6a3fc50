import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { labelledVersions } from './labelled-version-queries.ts'

/** Labels with their versions, for lists. */
export async function listLabelsOfMany(db: Database, workspace: WorkspaceId, prompts: readonly number[]) {
  if (prompts.length === 0) return []
  return labelledVersions(db, workspace)
    .select([
      'prompt_labels.id',
      'prompt_labels.name',
      'prompt_labels.prompt_id',
      'prompt_versions.version_number as version',
    ])
    .where('prompt_labels.prompt_id', 'in', prompts)
    .orderBy('prompt_labels.id')
    .execute()
}

/** Versions of a template without their text, newest first, below number `before`. */
export async function listVersionPage(
  db: Database,
  workspace: WorkspaceId,
  prompt: number,
  page: { readonly before: number | undefined; readonly limit: number },
) {
  let query = db
    .selectFrom('prompt_versions')
    .select(['id', 'version_number', 'commit_message', 'created_at'])
    .where('workspace_id', '=', workspace)
    .where('prompt_id', '=', prompt)
  if (page.before !== undefined) query = query.where('version_number', '<', page.before)
  return query.orderBy('version_number', 'desc').limit(page.limit).execute()
}
