import type { Database, PromptRow, PromptVersionRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { labelledVersions } from './labelled-version-queries.ts'

const livePrompts = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('prompts').selectAll().where('workspace_id', '=', workspace).where('deleted_at', 'is', null)

export async function findPromptById(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return livePrompts(db, workspace).where('id', '=', id).executeTakeFirst()
}

export async function findPromptByName(db: Database | Tx, workspace: WorkspaceId, name: string) {
  return livePrompts(db, workspace).where('name', '=', name).executeTakeFirst()
}

export async function insertPrompt(tx: Tx, row: PromptRow) {
  await tx.insertInto('prompts').values(row).execute()
}

export async function updatePrompt(
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  change: Partial<Pick<PromptRow, 'tags' | 'is_snippet' | 'latest_version' | 'updated_at' | 'folder_id'>>,
) {
  await tx
    .updateTable('prompts')
    .set(change)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
}

const versions = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('prompt_versions').selectAll().where('workspace_id', '=', workspace)

export async function findVersionByNumber(
  db: Database | Tx,
  workspace: WorkspaceId,
  prompt: number,
  number: number,
) {
  return versions(db, workspace)
    .where('prompt_id', '=', prompt)
    .where('version_number', '=', number)
    .executeTakeFirst()
}

export async function findVersionById(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return versions(db, workspace).where('id', '=', id).executeTakeFirst()
}

export async function findVersionByLabel(
  db: Database | Tx,
  workspace: WorkspaceId,
  prompt: number,
  label: string,
) {
  return labelledVersions(db, workspace)
    .selectAll('prompt_versions')
    .where('prompt_labels.prompt_id', '=', prompt)
    .where('prompt_labels.name', '=', label)
    .executeTakeFirst()
}

export async function insertVersion(tx: Tx, row: PromptVersionRow) {
  await tx.insertInto('prompt_versions').values(row).execute()
}

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

/** Versions of existing templates that use the snippet, with their labels. */
export async function listSnippetUses(db: Database, workspace: WorkspaceId, snippet: string) {
  return db
    .selectFrom('snippet_uses')
    .innerJoin('prompt_versions', (join) =>
      join
        .onRef('prompt_versions.workspace_id', '=', 'snippet_uses.workspace_id')
        .onRef('prompt_versions.id', '=', 'snippet_uses.version_id'),
    )
    .innerJoin('prompts', (join) =>
      join
        .onRef('prompts.workspace_id', '=', 'prompt_versions.workspace_id')
        .onRef('prompts.id', '=', 'prompt_versions.prompt_id'),
    )
    .leftJoin('prompt_labels', (join) =>
      join
        .onRef('prompt_labels.workspace_id', '=', 'prompt_versions.workspace_id')
        .onRef('prompt_labels.version_id', '=', 'prompt_versions.id'),
    )
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
