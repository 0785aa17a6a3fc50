import type { PromptVersion } from '../../../engine/sheet/rows/prompt-version.ts'
import type { Database } from '../../db/index.ts'
import { promptRegistry } from '../../prompts/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

const maxVersions = 20

/** The number of rows of each prompt version, the most frequent first. Deleted prompts are left out. */
export async function countPromptVersions(
  db: Database,
  workspace: WorkspaceId,
  rows: readonly { readonly promptVersion: PromptVersion | null }[],
) {
  const counts = new Map<string, { promptId: number; version: number; rows: number }>()
  for (const { promptVersion } of rows) {
    if (!promptVersion) continue
    const { promptId, version } = promptVersion
    const key = `${promptId} ${version}`
    counts.set(key, { promptId, version, rows: (counts.get(key)?.rows ?? 0) + 1 })
  }
  const presented = []
  const frequent = [...counts.values()].sort((a, b) => b.rows - a.rows).slice(0, maxVersions)
  for (const { promptId, version, rows } of frequent) {
    const prompt = await promptRegistry.findById(db, workspace, promptId)
    if (prompt)
      presented.push({ prompt_id: promptId, prompt_name: prompt.name, version_number: version, rows })
  }
  return presented
}
