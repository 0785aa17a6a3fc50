import { Refusal } from '../../engine/refusal.ts'
import type { Database, PromptRow, PromptVersionRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { asId } from '../identifiers.ts'
import { findPromptById, findPromptByName, findVersionByLabel, findVersionByNumber } from './queries.ts'

/**
 * A number is an id; text of digits is an id if the workspace has that template, else a name. New names and
 * ids never collide, so an identifier means one template for life.
 */
export async function findPrompt(
  db: Database | Tx,
  workspace: WorkspaceId,
  identifier: string | number,
): Promise<PromptRow | undefined> {
  if (typeof identifier === 'number') return findPromptById(db, workspace, identifier)
  const id = asId(identifier)
  const byId = id === null ? undefined : await findPromptById(db, workspace, id)
  return byId ?? (await findPromptByName(db, workspace, identifier))
}

export async function getPrompt(
  db: Database | Tx,
  workspace: WorkspaceId,
  identifier: string | number,
): Promise<PromptRow> {
  const prompt = await findPrompt(db, workspace, identifier)
  if (!prompt) throw new Refusal('not_found', 'There is no such prompt template.')
  return prompt
}

/** Selects a version. A label wins over a number; without both, the latest version is selected. */
export interface Selector {
  readonly version?: number | null
  readonly label?: string | null
}

export async function findVersion(
  db: Database | Tx,
  workspace: WorkspaceId,
  prompt: PromptRow,
  { version, label }: Selector,
): Promise<PromptVersionRow | undefined> {
  if (label != null) return findVersionByLabel(db, workspace, prompt.id, label)
  return findVersionByNumber(db, workspace, prompt.id, version ?? prompt.latest_version)
}

export async function getVersion(
  db: Database | Tx,
  workspace: WorkspaceId,
  prompt: PromptRow,
  selector: Selector,
): Promise<PromptVersionRow> {
  const row = await findVersion(db, workspace, prompt, selector)
  if (row) return row
  const missing = selector.label != null ? 'release label' : 'version'
  throw new Refusal('not_found', `The prompt template has no such ${missing}.`)
}
