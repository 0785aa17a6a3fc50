import { sql } from 'kysely'
import { contains, type Database, sameWorkspace } from '../db/index.ts'
import { type FolderScope, folderedRows, isInScope } from '../folders/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const promptRows = folderedRows('prompts', { isCached: true })
export const snippetRows = folderedRows('prompts', { live: sql`is_snippet = 1 and deleted_at is null` })

/** For other characters the engines differ in folding. */
const ascii = /^[\x20-\x7e]*$/

/** Lists the latest versions that may contain the words. Searches the stored JSON, which includes field names. */
export async function listLatestContaining(
  db: Database,
  workspace: WorkspaceId,
  scope: FolderScope,
  words: string,
) {
  const query = db
    .selectFrom('prompts')
    .where('prompts.workspace_id', '=', workspace)
    .where('prompts.deleted_at', 'is', null)
    .where(isInScope(scope))
    .innerJoin(
      'prompt_versions',
      sameWorkspace('prompt_versions', 'prompts', { prompt_id: 'id', version_number: 'latest_version' }),
    )
    .selectAll('prompt_versions')
  if (!ascii.test(words)) return query.execute()
  const asStored = JSON.stringify(words).slice(1, -1)
  return query.where(contains('prompt_versions.template', asStored)).execute()
}
