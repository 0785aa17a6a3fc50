import { Refusal } from '../../engine/refusal.ts'
import { deleteCommentsOnDeletedRequests } from '../comments/index.ts'
import type { Context } from '../context.ts'
import { type Invoke, unlessAbsent } from '../http/invoke.ts'
import { deleteRequests } from '../requests/index.ts'
import { deleteTrace } from '../traces/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { promptPublications, workflow } from './content/index.ts'
import type { SampleEntities } from './sample.ts'
import { dashboardName, folderName, tableTitle } from './sample.ts'

export interface KeptEntity {
  readonly kind: 'prompt' | 'table' | 'dashboard' | 'workflow' | 'playground' | 'folder'
  readonly id: string
  readonly name: string
}

export interface Removal {
  readonly removed: Record<
    'prompts' | 'requests' | 'traces' | 'tables' | 'dashboards' | 'workflows' | 'playgrounds',
    number
  >
  readonly kept: KeptEntity[]
}

/** Deletes the entities that loading created. An entity that people changed stays, and so does its folder. */
export async function removeEntities(
  context: Context,
  invoke: Invoke,
  workspace: WorkspaceId,
  entities: SampleEntities,
): Promise<Removal> {
  const removal: Removal = {
    removed: { prompts: 0, requests: 0, traces: 0, tables: 0, dashboards: 0, workflows: 0, playgrounds: 0 },
    kept: [],
  }
  const { removed, kept } = removal
  if (entities.dashboard) await removeDashboard(invoke, entities.dashboard, removal)
  if (entities.table) await removeTable(invoke, entities.table, removal)
  if (entities.workflow !== null) await removeWorkflow(invoke, entities.workflow, removal)
  if (entities.playground) await removePlayground(invoke, entities.playground, removal)
  await removePrompts(invoke, entities.prompts, removal)
  removed.requests = await deleteRequests(context.store, workspace, entities.requests)
  await deleteCommentsOnDeletedRequests(context.store, workspace)
  for (const trace of entities.traces)
    if (await deleteTrace(context.store, workspace, trace)) removed.traces++
  if (entities.folder !== null && !(await tryRemove(invoke, 'FOLDER', entities.folder)))
    kept.push({ kind: 'folder', id: String(entities.folder), name: folderName })
  return removal
}

async function removeDashboard(
  invoke: Invoke,
  { id, revision }: NonNullable<SampleEntities['dashboard']>,
  { removed, kept }: Removal,
): Promise<void> {
  const stored = await unlessAbsent(invoke('readDashboard', { params: { dashboard_id: id } }))
  if (!stored) return
  if (stored.dashboard.revision !== revision)
    kept.push({ kind: 'dashboard', id: String(id), name: stored.dashboard.name ?? dashboardName })
  else {
    await unlessAbsent(invoke('deleteDashboard', { params: { dashboard_id: id } }))
    removed.dashboards++
  }
}

async function removeTable(
  invoke: Invoke,
  { id, sheet, version }: NonNullable<SampleEntities['table']>,
  { removed, kept }: Removal,
): Promise<void> {
  const table = await unlessAbsent(invoke('readTable', { params: { table_id: id } }))
  if (!table) return
  const sheets = await invoke('listSheets', { params: { table_id: id }, query: {} })
  const isUnchanged =
    version === null ||
    (sheets.data.length === 1 &&
      sheets.data.every((remaining) => remaining.id === sheet && remaining.version_count === version))
  if (!isUnchanged) kept.push({ kind: 'table', id, name: table.table.title ?? tableTitle })
  else {
    await unlessAbsent(invoke('deleteTable', { params: { table_id: id } }))
    removed.tables++
  }
}

async function removeWorkflow(invoke: Invoke, id: number, { removed, kept }: Removal): Promise<void> {
  const params = { workflow_id_or_name: String(id) }
  const stored = await unlessAbsent(invoke('readWorkflow', { params, query: {} }))
  if (!stored) return
  const { release_labels } = await invoke('listWorkflowLabels', { params })
  const hasOwnLabel = release_labels.some(
    ({ release_label }) => !workflow.release_labels.includes(release_label),
  )
  if (stored.version !== 1 || hasOwnLabel || !(await tryRemove(invoke, 'WORKFLOW', id)))
    kept.push({ kind: 'workflow', id: String(id), name: stored.workflow_name })
  else removed.workflows++
}

async function removePlayground(
  invoke: Invoke,
  { id, version }: NonNullable<SampleEntities['playground']>,
  { removed, kept }: Removal,
): Promise<void> {
  const params = { playground_id: id }
  const stored = await unlessAbsent(invoke('readPlayground', { params }))
  if (!stored) return
  if (stored.playground.version !== version)
    kept.push({ kind: 'playground', id: String(id), name: stored.playground.name })
  else {
    await unlessAbsent(invoke('deletePlayground', { params }))
    removed.playgrounds++
  }
}

/** Removes the prompts, the last one first, because prompts that use a snippet come after the snippet. */
async function removePrompts(
  invoke: Invoke,
  prompts: SampleEntities['prompts'],
  { removed, kept }: Removal,
): Promise<void> {
  for (const { id, name, version } of prompts.toReversed()) {
    const answer = await unlessAbsent(
      invoke('listPromptVersions', { params: { prompt_id: id }, query: { limit: 1 } }),
    )
    if (!answer) continue
    const isChanged = answer.versions[0]!.version !== version || (await hasOwnLabel(invoke, id, name))
    if (isChanged || (await isUsed(invoke, id)) || !(await tryRemove(invoke, 'PROMPT', id)))
      kept.push({ kind: 'prompt', id: String(id), name })
    else removed.prompts++
  }
}

/** True if a prompt has a dynamic label, or a release label that loading did not create: applications may read them. */
async function hasOwnLabel(invoke: Invoke, id: number, name: string): Promise<boolean> {
  const { dynamic_labels } = await invoke('listDynamicLabels', { query: { prompt_id: id } })
  if (dynamic_labels.length > 0) return true
  const { release_labels } = await invoke('listLabels', { params: { identifier: String(id) } })
  const created = promptPublications.flatMap(({ prompt_template, release_labels }) =>
    prompt_template.prompt_name === name ? release_labels : [],
  )
  return release_labels.some(({ release_label }) => !created.includes(release_label))
}

async function isUsed(invoke: Invoke, id: number): Promise<boolean> {
  const usage = await unlessAbsent(
    invoke('readSnippetUsage', { params: { identifier: String(id) }, query: {} }),
  )
  return usage !== null && usage.total_prompts_using_snippet > 0
}

/** Deletes an entity. False if that is refused, because it has a protected label or the folder is not empty. */
async function tryRemove(
  invoke: Invoke,
  type: 'PROMPT' | 'WORKFLOW' | 'FOLDER',
  id: number,
): Promise<boolean> {
  try {
    await invoke('deleteFolderEntities', { body: { entities: [{ type, id }], cascade: false } })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'not_found'
  }
}
