import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { findPrompt, findPromptOfLabel, findPromptOfVersion } from '../prompts/index.ts'
import { type PromptUse, selectSheetsRunning } from './column-queries.ts'

export interface PromptFilter {
  readonly prompt_id?: number | undefined
  readonly prompt_version_id?: number | undefined
  readonly prompt_label_id?: number | undefined
}

/** Numbers of the sheets with a column that runs what is asked for; undefined when nothing is. */
export async function sheetsRunning(
  db: Database,
  workspace: WorkspaceId,
  filter: PromptFilter,
): Promise<number[] | undefined> {
  const wanted = await usesOf(db, workspace, filter)
  let sheets: number[] | undefined
  for (const use of wanted) {
    const found = use ? await selectSheetsRunning(db, workspace, use) : []
    sheets = sheets?.filter((sheet) => found.includes(sheet)) ?? found
  }
  return sheets
}

/** Null stands for what is not there, so nothing runs it. */
async function usesOf(
  db: Database,
  workspace: WorkspaceId,
  { prompt_id, prompt_version_id, prompt_label_id }: PromptFilter,
): Promise<(PromptUse | null)[]> {
  const uses: (PromptUse | null)[] = []
  if (prompt_id !== undefined) {
    const prompt = await findPrompt(db, workspace, String(prompt_id))
    uses.push(prompt?.id === prompt_id ? { id: prompt.id, name: prompt.name } : null)
  }
  if (prompt_version_id !== undefined)
    uses.push((await findPromptOfVersion(db, workspace, prompt_version_id)) ?? null)
  if (prompt_label_id !== undefined)
    uses.push((await findPromptOfLabel(db, workspace, prompt_label_id)) ?? null)
  return uses
}
