import type { Metadata, PromptTemplate } from '../../engine/template/blueprint/index.ts'
import { snippetMarkers } from '../../engine/template/snippets/index.ts'
import { noteAuthor } from '../authors/index.ts'
import type { PromptRow, PromptVersionRow, Store, Tx } from '../db/index.ts'
import type { Caller, WorkspaceId } from '../http/caller.ts'
import { checkSnippets } from './check-snippets.ts'
import { checkTools } from './check-tools.ts'
import { refuseDynamicName } from './dynamic-label-rules.ts'
import { findLabelByName, insertLabel, pointLabel } from './label-queries.ts'
import { insertSnippetUses, insertVersion, updatePrompt } from './queries.ts'
import type { VersionExtras } from './version.ts'

export interface NewVersion {
  readonly template: PromptTemplate
  readonly metadata: Metadata | null
  readonly commitMessage: string | null
  readonly extras: VersionExtras
  readonly labels: readonly string[]
}

/**
 * Adds the next version of a template and points the labels at it. The caller holds the registry's lock, so
 * numbers are dense; everything becomes visible together.
 */
export async function saveVersion(
  store: Store,
  tx: Tx,
  caller: Caller,
  prompt: PromptRow,
  version: NewVersion,
  now: number,
): Promise<PromptVersionRow> {
  const { workspace } = caller
  const versionNumber = prompt.latest_version + 1
  await checkSnippets(tx, workspace, {
    promptName: prompt.name,
    versionNumber,
    isLatest: true,
    labels: version.labels,
    template: version.template,
    extras: version.extras,
  })
  await checkTools(tx, workspace, version.template)
  const row: PromptVersionRow = {
    workspace_id: workspace,
    id: await store.nextId(tx, 'prompt_version_ids'),
    prompt_id: prompt.id,
    version_number: versionNumber,
    template: JSON.stringify(version.template),
    metadata: version.metadata && JSON.stringify(version.metadata),
    commit_message: version.commitMessage,
    extras: Object.keys(version.extras).length > 0 ? JSON.stringify(version.extras) : null,
    created_at: now,
  }
  await insertVersion(tx, row)
  await noteAuthor(tx, caller, { kind: 'prompt-version', id: row.id })
  await updatePrompt(tx, workspace, prompt.id, {
    latest_version: versionNumber,
    is_snippet: version.template.type === 'completion' ? 1 : 0,
    updated_at: now,
  })
  await insertSnippetUses(tx, workspace, row.id, snippetMarkers(version.template))
  for (const name of new Set(version.labels)) await setLabel(store, tx, workspace, row, name, now)
  return row
}

async function setLabel(
  store: Store,
  tx: Tx,
  workspace: WorkspaceId,
  version: PromptVersionRow,
  name: string,
  now: number,
) {
  const label = await findLabelByName(tx, workspace, version.prompt_id, name)
  if (label) return pointLabel(tx, workspace, label.id, version.id, now)
  await refuseDynamicName(tx, workspace, version.prompt_id, name, ['body', 'release_labels'])
  return insertLabel(tx, {
    workspace_id: workspace,
    id: await store.nextId(tx, 'prompt_label_ids'),
    prompt_id: version.prompt_id,
    name,
    version_id: version.id,
    created_at: now,
    updated_at: now,
  })
}
