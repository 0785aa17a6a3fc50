import { registryTemplateIn } from '../../engine/columns/prompt/registry-template.ts'
import type { Fields } from '../../engine/json/fields.ts'
import type { DatasetsOfReports } from '../datasets/index.ts'
import type { Database } from '../db/index.ts'
import { type PromptUse, usesInFilter } from '../prompts/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { selectPromptColumns } from './column-queries.ts'
import { configOf } from './columns-of.ts'
import { findReport } from './report-queries.ts'

/** Finds the datasets of a report and its pipeline, or of the pipelines that run a prompt. */
export const datasetsOfReports: DatasetsOfReports = async (db, workspace, filter) => {
  const datasets: (readonly number[])[] = []
  if (filter.report_id !== undefined) datasets.push(await datasetsOfReport(db, workspace, filter.report_id))
  for (const use of await usesInFilter(db, workspace, filter))
    datasets.push(use === null ? [] : await datasetsOfPrompt(db, workspace, use))
  const [first, ...otherLists] = datasets
  return first?.filter((id) => otherLists.every((ids) => ids.includes(id)))
}

async function datasetsOfReport(db: Database, workspace: WorkspaceId, id: number): Promise<number[]> {
  const report = await findReport(db, workspace, id)
  if (!report) return []
  const parent = report.parent_report_id && (await findReport(db, workspace, report.parent_report_id))
  return [report.dataset_id, ...(parent ? [parent.dataset_id] : [])]
}

async function datasetsOfPrompt(db: Database, workspace: WorkspaceId, use: PromptUse): Promise<number[]> {
  const columns = await selectPromptColumns(db, workspace)
  const ids = columns.flatMap((column) => {
    const template = registryTemplateIn(configOf(column))
    return template && usesPrompt(template, use) ? [column.dataset_id] : []
  })
  return [...new Set(ids)]
}

const usesPrompt = (template: Fields, { id, name, version, label }: PromptUse): boolean =>
  (template['id'] === id || template['name'] === name) &&
  (version === undefined || template['version_number'] === version) &&
  (label === undefined || template['label'] === label)
