import type { Database, SheetColumnRow } from '../../db/index.ts'
import { type CurrentVersion, findCurrentVersion } from '../../prompts/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { configOf } from '../storage/column-types.ts'
import { promptUseOf } from '../storage/prompt-use.ts'

export type CurrentVersions = ReadonlyMap<string, CurrentVersion>

/** The prompt versions that columns use now, by column id. Columns without a known version are left out. */
export async function currentVersions(
  db: Database,
  workspace: WorkspaceId,
  columns: readonly SheetColumnRow[],
): Promise<CurrentVersions> {
  const versions = new Map<string, CurrentVersion>()
  for (const column of columns) {
    const use = promptUseOf(configOf(column))
    if (!use) continue
    const { prompt_id, prompt_name, version_number, label } = use
    const selector = {
      ...(version_number !== null && { version: version_number }),
      ...(label !== null && { label }),
    }
    const current = await findCurrentVersion(db, workspace, prompt_id ?? prompt_name!, selector)
    if (current) versions.set(column.id, current)
  }
  return versions
}
