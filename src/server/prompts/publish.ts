import type { z } from 'zod'
import type { CreatePromptTemplate } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { withInputVariables } from '../../engine/template/variables.ts'
import { recordAuthor } from '../authors/index.ts'
import type { PromptRow, PromptVersionRow, Tx } from '../db/index.ts'
import { checkFolder } from '../folders/index.ts'
import { type Caller, refuseOtherWorkspace, requireRole } from '../http/caller.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { atField } from './at-field.ts'
import { promptRegistry } from './prompt-registry.ts'
import { type NewVersion, type Publishing, saveVersion } from './save-version.ts'
import { type VersionExtras, versionOf } from './version.ts'

export type Publication = z.output<typeof CreatePromptTemplate>

export interface Published {
  readonly prompt: PromptRow
  readonly version: PromptVersionRow
}

/** Makes the version of a publication. @throws Refusal for a text that cannot be parsed, and for an id of another workspace. */
export function newVersionOf(publication: Publication, caller: Caller): NewVersion {
  const { prompt_template: base, prompt_version: version } = publication
  refuseOtherWorkspace(caller.workspace, base.workspace_id)
  const labels = publication.release_labels ?? []
  if (labels.length > 0) requireRole(caller, 'publisher')
  const metadata = version.metadata ?? null
  return {
    template: atField(['body', 'prompt_version', 'prompt_template'], () =>
      withInputVariables(version.prompt_template, metadata?.model?.parameters),
    ),
    metadata,
    commitMessage: version.commit_message ?? null,
    extras: extrasOf(publication),
    labels,
  }
}

function extrasOf({ prompt_version: version, snippet_overrides }: Publication): VersionExtras {
  const fields = {
    provider_base_url_name: version.provider_base_url_name,
    provider_id: version.provider_id,
    inference_client_name: version.inference_client_name,
    report_id: version.report_id,
    snippet_overrides,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
}

/** Publishes under a name: a new version of the template with that name, or a new template. */
export async function publishByName(
  publishing: Publishing,
  publication: Publication,
  version: NewVersion,
): Promise<Published> {
  const { tx, caller } = publishing
  const base = publication.prompt_template
  const existing = await promptRegistry.findByName(tx, caller.workspace, base.prompt_name)
  const prompt = existing ?? (await createPrompt(publishing, base))
  return publishTo(publishing, prompt, publication, version)
}

/** Publishes the next version of a template. Replaces the tags if the call has some. The folder stays. */
export async function publishTo(
  publishing: Publishing,
  prompt: PromptRow,
  publication: Publication,
  version: NewVersion,
): Promise<Published> {
  const { tx, caller } = publishing
  const { workspace } = caller
  const { tags, folder_id: folder } = publication.prompt_template
  if (folder != null) await checkFolder(tx, workspace, folder)
  refuseOldBase(prompt, publication.prompt_version.base_version)
  const extras = await extrasWithBase(tx, workspace, prompt, publication, version.extras)
  const row = await saveVersion(publishing, prompt, { ...version, extras })
  if (!tags) return { prompt, version: row }
  const text = JSON.stringify(tags)
  await promptRegistry.update(tx, workspace, prompt.id, { tags: text })
  return { prompt: { ...prompt, tags: text }, version: row }
}

/** Refuses a base version that is no longer the latest, so that no version is lost. */
function refuseOldBase({ latest_version: latest }: PromptRow, base: number | null | undefined) {
  if (base == null || base === latest) return
  throw new Refusal('conflict', `Version ${latest} is the latest now, not version ${base}.`, {
    loc: ['body', 'prompt_version', 'base_version'],
  })
}

/** Returns the extras of a new version. Connection and overrides of its base version stay unless the call sets them. */
async function extrasWithBase(
  tx: Tx,
  workspace: WorkspaceId,
  prompt: PromptRow,
  { prompt_version: fields, snippet_overrides }: Publication,
  extras: VersionExtras,
): Promise<VersionExtras> {
  if (!fields.base_version) return extras
  const base = await promptRegistry.versions.findByNumber(tx, workspace, prompt.id, fields.base_version)
  const published: Readonly<Record<string, unknown>> = { ...fields, snippet_overrides }
  const inherited = Object.entries(base ? versionOf(base).extras : {}).filter(
    ([key]) => published[key] === undefined,
  )
  return { ...Object.fromEntries(inherited), ...extras }
}

async function createPrompt(
  { store, tx, caller, now }: Publishing,
  { prompt_name: name, tags, folder_id }: Publication['prompt_template'],
): Promise<PromptRow> {
  const { workspace } = caller
  await refuseNameThatIsAnId(tx, workspace, name)
  const row: PromptRow = {
    workspace_id: workspace,
    id: await promptRegistry.newId(store, tx, workspace),
    name,
    folder_id: folder_id ?? null,
    tags: JSON.stringify(tags ?? []),
    is_snippet: 0,
    latest_version: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  await promptRegistry.insert(tx, row)
  await recordAuthor(tx, caller, { kind: 'prompt', id: row.id })
  return row
}

async function refuseNameThatIsAnId(tx: Tx, workspace: WorkspaceId, name: string) {
  if (!(await promptRegistry.isId(tx, workspace, name))) return
  throw new Refusal('invalid', `${name} is the id of another template, so it cannot be a new name`, {
    loc: ['body', 'prompt_template', 'prompt_name'],
    type: 'name_is_id',
  })
}
