import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { findLabel } from './label-queries.ts'
import { findPromptById, findVersionById } from './queries.ts'

/** The template of a version, with the number by which its version is known. */
export async function findPromptOfVersion(db: Database, workspace: WorkspaceId, id: number) {
  const version = await findVersionById(db, workspace, id)
  const prompt = version && (await findPromptById(db, workspace, version.prompt_id))
  return prompt && { id: prompt.id, name: prompt.name, version: version.version_number }
}

/** The template of a release label, with the label's name. */
export async function findPromptOfLabel(db: Database, workspace: WorkspaceId, id: number) {
  const label = await findLabel(db, workspace, id)
  const prompt = label && (await findPromptById(db, workspace, label.prompt_id))
  return prompt && { id: prompt.id, name: prompt.name, label: label.name }
}
