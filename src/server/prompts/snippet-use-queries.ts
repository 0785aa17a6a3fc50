import { type Database, sameWorkspace, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export interface SnippetUse {
  name: string
  version: number | null
  label: string | null
}

export async function insertSnippetUses(
  tx: Tx,
  workspace: WorkspaceId,
  version: number,
  uses: readonly SnippetUse[],
) {
  if (uses.length === 0) return
  await tx
    .insertInto('snippet_uses')
    .values(
      uses.map((use) => ({
        workspace_id: workspace,
        version_id: version,
        snippet_name: use.name,
        snippet_version: use.version,
        snippet_label: use.label,
      })),
    )
    .execute()
}

/** Lists all versions whose text refers to the snippet, except those of deleted templates, with the labels that point at them. */
export async function listSnippetUses(db: Database, workspace: WorkspaceId, snippet: string) {
  return db
    .selectFrom('snippet_uses')
    .innerJoin('prompt_versions', sameWorkspace('prompt_versions', 'snippet_uses', { id: 'version_id' }))
    .innerJoin('prompts', sameWorkspace('prompts', 'prompt_versions', { id: 'prompt_id' }))
    .leftJoin('prompt_labels', sameWorkspace('prompt_labels', 'prompt_versions', { version_id: 'id' }))
    .select([
      'prompts.id as prompt_id',
      'prompts.name as prompt_name',
      'prompt_versions.version_number',
      'snippet_uses.snippet_version',
      'snippet_uses.snippet_label',
      'prompt_labels.name as label_name',
    ])
    .where('snippet_uses.workspace_id', '=', workspace)
    .where('snippet_uses.snippet_name', '=', snippet)
    .where('prompts.deleted_at', 'is', null)
    .orderBy('prompts.id')
    .orderBy('prompt_versions.version_number')
    .execute()
}
