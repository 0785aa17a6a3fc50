import { contains, type Database, type PromptRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** A row with the time of its deletion. */
export type DeletedPromptRow = PromptRow & { readonly deleted_at: number }

export async function selectDeletedPrompts(
  db: Database,
  workspace: WorkspaceId,
  {
    since,
    name,
    limit,
  }: { readonly since: number; readonly name: string | undefined; readonly limit: number },
): Promise<DeletedPromptRow[]> {
  return db
    .selectFrom('prompts')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('deleted_at', '>=', since)
    .$if(name !== undefined, (query) => query.where(contains('name', name!)))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ deleted_at: number }>()
    .execute()
}
