import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { promptRegistry } from './prompt-registry.ts'

/** A filter of other rooms' lists by the template, version or label that their entities run. */
export interface PromptFilter {
  readonly prompt_id?: number | undefined
  readonly prompt_version_id?: number | undefined
  readonly prompt_label_id?: number | undefined
}

/** A template, or one version or label of it. */
export interface PromptUse {
  readonly id: number
  readonly name: string
  readonly version?: number
  readonly label?: string
}

/**
 * Returns one item for each field of the filter. An item is null if its prompt does not exist, so that no entity
 * matches.
 */
export async function usesInFilter(
  db: Database,
  workspace: WorkspaceId,
  { prompt_id, prompt_version_id, prompt_label_id }: PromptFilter,
): Promise<(PromptUse | null)[]> {
  const uses: (PromptUse | null)[] = []
  if (prompt_id !== undefined) {
    const prompt = await promptRegistry.findById(db, workspace, prompt_id)
    uses.push(prompt ? { id: prompt.id, name: prompt.name } : null)
  }
  if (prompt_version_id !== undefined)
    uses.push((await findPromptOfVersion(db, workspace, prompt_version_id)) ?? null)
  if (prompt_label_id !== undefined)
    uses.push((await findPromptOfLabel(db, workspace, prompt_label_id)) ?? null)
  return uses
}

/** Finds the template of a version, and the version's number. */
export async function findPromptOfVersion(db: Database, workspace: WorkspaceId, id: number) {
  const version = await promptRegistry.versions.findById(db, workspace, id)
  const prompt = version && (await promptRegistry.findById(db, workspace, version.prompt_id))
  return prompt && { id: prompt.id, name: prompt.name, version: version.version_number }
}

/** Finds the template of a release label, and the label's name. */
export async function findPromptOfLabel(db: Database, workspace: WorkspaceId, id: number) {
  const label = await promptRegistry.labels.findById(db, workspace, id)
  const prompt = label && (await promptRegistry.findById(db, workspace, label.prompt_id))
  return prompt && { id: prompt.id, name: prompt.name, label: label.name }
}
