import { Refusal } from '../../engine/refusal.ts'
import type { Metadata, PromptTemplate } from '../../engine/template/blueprint/index.ts'
import { snippetMarkers } from '../../engine/template/snippets/index.ts'
import { registryTools } from '../../engine/template/tools/index.ts'
import { recordAuthor } from '../authors/index.ts'
import type { PromptRow, PromptVersionRow, Store, Tx } from '../db/index.ts'
import type { Caller } from '../http/caller.ts'
import { loadTools } from '../tools/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { checkSnippets } from './check-snippets.ts'
import { promptRegistry } from './prompt-registry.ts'
import { putLabel } from './put-label.ts'
import { refuseProtected } from './releases/refuse-protected.ts'
import { insertSnippetUses } from './snippet-use-queries.ts'
import type { VersionExtras } from './version.ts'

/** @throws Refusal if the template uses a tool, version or label that the workspace does not have. */
async function checkTools(tx: Tx, workspace: WorkspaceId, template: PromptTemplate): Promise<void> {
  const references = registryTools(template)
  const find = await loadTools(
    tx,
    workspace,
    references.map(({ tool }) => tool),
  )
  const broken = references.find(({ tool }) => !find(tool))
  if (broken)
    throw new Refusal(
      'invalid',
      'the workspace has no such tool, or the tool has no such version or label, or it names no function',
      {
        loc: ['body', 'prompt_version', 'prompt_template', 'tools', broken.index, 'tool_registry_id'],
        type: 'tool_error',
      },
    )
}

export interface NewVersion {
  readonly template: PromptTemplate
  readonly metadata: Metadata | null
  readonly commitMessage: string | null
  readonly extras: VersionExtras
  readonly labels: readonly string[]
}

/** A transaction with the registry lock, so that numbers have no gaps and all changes appear at once. */
export interface Publishing {
  readonly store: Store
  readonly tx: Tx
  readonly caller: Caller
  readonly now: number
}

/** Adds the next version of a template and moves the labels to it. */
export async function saveVersion(
  { store, tx, caller, now }: Publishing,
  prompt: PromptRow,
  version: NewVersion,
): Promise<PromptVersionRow> {
  const { workspace } = caller
  await refuseProtected(tx, caller, version.labels)
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
  await promptRegistry.versions.insert(tx, row)
  await recordAuthor(tx, caller, { kind: 'prompt-version', id: row.id })
  await promptRegistry.update(tx, workspace, prompt.id, {
    latest_version: versionNumber,
    is_snippet: version.template.type === 'completion' ? 1 : 0,
    updated_at: now,
  })
  await insertSnippetUses(tx, workspace, row.id, snippetMarkers(version.template))
  for (const name of new Set(version.labels)) await putLabel(store, tx, row, name, now)
  return row
}
