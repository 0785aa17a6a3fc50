import type { DatasetsOfReports } from '../datasets/index.ts'
import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { findPrompt, findPromptOfLabel, findPromptOfVersion } from '../prompts/index.ts'
import { selectPromptColumns } from './column-queries.ts'
import { configOf } from './columns-of.ts'
import { templateIn } from './pin-prompts.ts'
import { findReport } from './report-queries.ts'

/** What a prompt filter asks for: a template, maybe one version or label of it. */
interface Use {
  readonly id: number
  readonly name: string
  readonly version?: number
  readonly label?: string
}

/** The datasets of a report and of its pipeline, and of pipelines that run a prompt. */
export const datasetsOfReports: DatasetsOfReports = async (db, workspace, filter) => {
  const found: (readonly number[])[] = []
  if (filter.report_id !== undefined) found.push(await ofReport(db, workspace, filter.report_id))
  for (const use of await usesOf(db, workspace, filter))
    found.push(use === null ? [] : await running(db, workspace, use))
  const [first, ...others] = found
  return first?.filter((id) => others.every((ids) => ids.includes(id)))
}

async function ofReport(db: Database, workspace: WorkspaceId, id: number): Promise<number[]> {
  const report = await findReport(db, workspace, id)
  if (!report) return []
  const parent = report.parent_report_id && (await findReport(db, workspace, report.parent_report_id))
  return [report.dataset_id, ...(parent ? [parent.dataset_id] : [])]
}

/** Null stands for what is not there, so nothing runs it. */
async function usesOf(
  db: Database,
  workspace: WorkspaceId,
  { prompt_id, prompt_version_id, prompt_label_id }: Parameters<DatasetsOfReports>[2],
): Promise<(Use | null)[]> {
  const uses: (Use | null)[] = []
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

async function running(db: Database, workspace: WorkspaceId, use: Use): Promise<number[]> {
  const columns = await selectPromptColumns(db, workspace)
  const ids = columns.flatMap((column) => {
    const template = templateIn(configOf(column))
    return template && runs(template, use) ? [column.dataset_id] : []
  })
  return [...new Set(ids)]
}

const runs = (template: Readonly<Record<string, unknown>>, { id, name, version, label }: Use): boolean =>
  (template['id'] === id || template['name'] === name) &&
  (version === undefined || template['version_number'] === version) &&
  (label === undefined || template['label'] === label)
