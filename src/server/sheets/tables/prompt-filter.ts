import type { Database } from '../../db/index.ts'
import { type PromptFilter, usesInFilter } from '../../prompts/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { selectSheetsRunning } from '../storage/column-queries.ts'

/** The numbers of the sheets with a column that runs the prompt; undefined if there is no filter. */
export async function sheetsRunning(
  db: Database,
  workspace: WorkspaceId,
  filter: PromptFilter,
): Promise<number[] | undefined> {
  const uses = await usesInFilter(db, workspace, filter)
  let sheets: number[] | undefined
  for (const use of uses) {
    const running = use ? await selectSheetsRunning(db, workspace, use) : []
    sheets = sheets?.filter((sheet) => running.includes(sheet)) ?? running
  }
  return sheets
}
