import { randomUUID } from 'node:crypto'
import type { Body, Endpoints } from '../../contract/index.ts'
import { registryTemplateIn, withRegistryTemplate } from '../../engine/columns/prompt/registry-template.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import { columnNamesOf, findDataset, refreshDataset, refreshedIds } from '../datasets/index.ts'
import type { Database, DatasetRow, ReportColumnRow, ReportRow, Tx } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { promptRegistry } from '../prompts/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { noReport } from './absent.ts'
import { insertColumns, selectColumns } from './column-queries.ts'
import { configOf, isComputed } from './columns-of.ts'
import { newReport } from './create-report.ts'
import { datasetColumns } from './dataset-columns.ts'
import { findReport, insertReport, lockReport } from './report-queries.ts'
import { startJob } from './start-job.ts'

interface Pinned {
  readonly columns: readonly ReportColumnRow[]
  /** The template that a column runs first, and its version. */
  readonly prompt: number | null
  readonly version: number | null
}

/** Replaces "latest" by the present version of a template, so that all rows of a run use the same version. */
async function pinPrompts(
  tx: Tx,
  workspace: WorkspaceId,
  columns: readonly ReportColumnRow[],
): Promise<Pinned> {
  let pinnedPrompt: { prompt: number; version: number | null } | null = null
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
    pinnedPrompt ??= { prompt: prompt.id, version }
    if (!isLatest) pinned.push(column)
    else {
      const configuration = JSON.stringify(
        withRegistryTemplate(config, { ...template, version_number: version }),
      )
      pinned.push({ ...column, configuration })
    }
  }
  return { columns: pinned, prompt: pinnedPrompt?.prompt ?? null, version: pinnedPrompt?.version ?? null }
}

/** Starts a run, which is a separate report with copied columns. Published dataset versions never change. */
export const runReport: Handler<'runReport'> = async (context, { caller, params, body }) => {
  const { store, jobs, now } = context
  const { workspace } = caller
  const requestIds = body.refresh_dataset
    ? await findRefreshedIds(context, workspace, params.report_id, body)
    : null
  const report = await store.transact(async (tx) => {
    const time = now()
    const pipeline = pipelineOf(await lockReport(tx, workspace, params.report_id, time))
    const dataset = await publishedDataset(tx, workspace, body.dataset_id ?? pipeline.dataset_id)
    const runDataset = requestIds ? await refreshDataset(context, tx, dataset, requestIds, time) : dataset
    return addRun(context, tx, pipeline, runDataset, body.name, time)
  })
  jobs.wake()
  return { success: true as const, report_id: report.id }
}

/** @throws Refusal if the report is absent, deleted or a run */
export function pipelineOf(report: ReportRow | undefined): ReportRow {
  if (!report || report.deleted_at !== null) throw noReport()
  if (report.is_blueprint === 0)
    throw new Refusal('forbidden', 'The report is a run; run its pipeline instead.')
  return report
}

/** The requests that the dataset's filter matches now. They are searched before any row is locked. */
async function findRefreshedIds(
  context: Context,
  workspace: WorkspaceId,
  pipeline: number,
  { dataset_id }: Body<Endpoints['runReport']>,
): Promise<readonly number[]> {
  const report = await findReport(context.store.db, workspace, pipeline)
  if (!report || report.deleted_at !== null) throw noReport()
  const dataset = await publishedDataset(context.store.db, workspace, dataset_id ?? report.dataset_id)
  if (dataset.filter_params === null)
    throw new Refusal('forbidden', 'refresh_dataset: the dataset was not made from a filter.')
  const ids = await refreshedIds(context, workspace, dataset)
  if (ids.length === 0) throw new Refusal('unauthorized', 'No requests match the filter of the dataset.')
  return ids
}

/** A published version. @throws Refusal if there is none with this id */
export async function publishedDataset(
  tx: Database | Tx,
  workspace: WorkspaceId,
  id: number,
): Promise<DatasetRow> {
  const dataset = await findDataset(tx, workspace, id)
  if (!dataset) throw new Refusal('not_found', 'There is no such dataset.')
  if (dataset.version_number < 1)
    throw new Refusal('bad_request', 'dataset_id: only a published version can be evaluated.')
  return dataset
}

async function addRun(
  { store, jobs }: Context,
  tx: Tx,
  pipeline: ReportRow,
  dataset: DatasetRow,
  name: string,
  now: number,
): Promise<ReportRow> {
  const workspace = pipeline.workspace_id as WorkspaceId
  const columns = (await selectColumns(tx, workspace, pipeline.id)).filter(isComputed)
  const pinned = await pinPrompts(tx, workspace, columns)
  const report = newReport(workspace, await store.nextId(tx, 'report_ids'), dataset, now, {
    name,
    folder_id: pipeline.folder_id,
    is_blueprint: 0,
    parent_report_id: pipeline.id,
    score_configuration: pipeline.score_configuration,
    prompt_id: pinned.prompt,
    prompt_version_number: pinned.version,
    run: randomUUID(),
    row_count: dataset.row_count,
  })
  await insertReport(tx, report)
  const datasetColumnRows = await datasetColumns(store, tx, report, columnNamesOf(dataset))
  const copies: ReportColumnRow[] = []
  for (const [index, column] of pinned.columns.entries())
    copies.push({
      ...column,
      id: await store.nextId(tx, 'report_column_ids'),
      report_id: report.id,
      position: datasetColumnRows.length + index + 1,
      score: null,
    })
  await insertColumns(tx, [...datasetColumnRows, ...copies])
  await jobs.enqueue(tx, workspace, [
    { kind: startJob, run: report.run!, turn: 0, payload: { report: report.id } },
  ])
  return report
}
