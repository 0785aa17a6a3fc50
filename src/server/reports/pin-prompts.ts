import { registryTemplateIn, withRegistryTemplate } from '../../engine/columns/prompt/registry-template.ts'
import type { ReportColumnRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { promptRegistry } from '../prompts/index.ts'
import { configOf } from './columns-of.ts'

interface Pinned {
  readonly columns: readonly ReportColumnRow[]
  /** The template that a column runs first, and its version. */
  readonly prompt: number | null
  readonly version: number | null
}

/** Replaces "latest" by the present version of a template, so that all rows of a run use the same version. */
export async function pinPrompts(
  tx: Tx,
  workspace: WorkspaceId,
  columns: readonly ReportColumnRow[],
): Promise<Pinned> {
  let first: { prompt: number; version: number | null } | null = null
  const pinned: ReportColumnRow[] = []
  for (const column of columns) {
    const config = configOf(column)
    const template = registryTemplateIn(config)
    const prompt =
      template && (await promptRegistry.find(tx, workspace, String(template['id'] ?? template['name'])))
    if (!template || !prompt) {
      pinned.push(column)
      continue
    }
    const isLatest = template['version_number'] == null && template['label'] == null
    const version = isLatest ? prompt.latest_version : ((template['version_number'] ?? null) as number | null)
    first ??= { prompt: prompt.id, version }
    if (!isLatest) pinned.push(column)
    else {
      const configuration = JSON.stringify(
        withRegistryTemplate(config, { ...template, version_number: version }),
      )
      pinned.push({ ...column, configuration })
    }
  }
  return { columns: pinned, prompt: first?.prompt ?? null, version: first?.version ?? null }
}
