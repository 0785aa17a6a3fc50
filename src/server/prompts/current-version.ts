import type { PromptVersion } from '../../engine/sheet/index.ts'
import type { Database } from '../db/index.ts'
import type { VersionSelector } from '../registry/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { isDynamicLabel } from './dynamic-label-rules.ts'
import { promptRegistry } from './prompt-registry.ts'

export interface CurrentVersion extends PromptVersion {
  readonly name: string
}

/** The version that a run would use now; null if there is none, or if a dynamic label selects it for each run. */
export async function findCurrentVersion(
  db: Database,
  workspace: WorkspaceId,
  identifier: string | number,
  selector: VersionSelector,
): Promise<CurrentVersion | null> {
  const prompt = await promptRegistry.find(db, workspace, identifier)
  if (!prompt) return null
  const { label } = selector
  if (label != null && (await isDynamicLabel(db, workspace, prompt.id, label))) return null
  const row = await promptRegistry.findVersion(db, workspace, prompt, selector)
  return row ? { promptId: prompt.id, name: prompt.name, version: row.version_number } : null
}
