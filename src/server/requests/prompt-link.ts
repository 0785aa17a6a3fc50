import { Refusal } from '../../engine/refusal.ts'
import type { Database } from '../db/index.ts'
import { isDynamicLabel, promptRegistry } from '../prompts/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export interface PromptLink {
  readonly prompt_id: number | null
  readonly prompt_version_number: number | null
  readonly prompt_label: string | null
}

export const noLink: PromptLink = { prompt_id: null, prompt_version_number: null, prompt_label: null }

interface Mention {
  readonly id?: number | null
  readonly name?: string | null
  readonly version?: number | null
  readonly label?: string | null
}

/**
 * Finds the template version of a request. An id takes precedence over a name, and a label over a number, unless the
 * label is dynamic.
 */
export async function linkTo(db: Database, workspace: WorkspaceId, mention: Mention): Promise<PromptLink> {
  if (mention.id == null && mention.name == null) return noLink
  const prompt =
    mention.id == null
      ? await promptRegistry.get(db, workspace, mention.name!)
      : await promptRegistry.find(db, workspace, String(mention.id))
  if (!prompt || (mention.id != null && prompt.id !== mention.id))
    throw new Refusal('not_found', 'There is no such prompt template.')
  if (mention.version == null && mention.label == null) return { ...noLink, prompt_id: prompt.id }
  const label = mention.label ?? null
  const link = { prompt_id: prompt.id, prompt_label: label }
  if (label === null || !(await isDynamicLabel(db, workspace, prompt.id, label))) {
    const version = await promptRegistry.getVersion(db, workspace, prompt, mention)
    return { ...link, prompt_version_number: version.version_number }
  }
  // For a dynamic label only the caller can say which version was served.
  if (mention.version == null) return { ...link, prompt_version_number: null }
  const served = await promptRegistry.getVersion(db, workspace, prompt, { version: mention.version })
  return { ...link, prompt_version_number: served.version_number }
}
