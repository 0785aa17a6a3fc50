import { listAuthorNames } from '../authors/index.ts'
import type { Handler } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { presentLabel, presentVersion } from './present.ts'
import { versionOf } from './version.ts'
import { workflowRegistry } from './workflow-registry.ts'

export const readWorkflow: Handler<'readWorkflow'> = async ({ store }, { caller, params, query }) => {
  const { workspace } = caller
  const workflow = await workflowRegistry.get(store.db, workspace, params.workflow_id_or_name)
  const version = versionOf(await workflowRegistry.getVersion(store.db, workspace, workflow, query))
  const labels = await workflowRegistry.labels.listOf(store.db, workspace, workflow.id)
  const versionLabels = labels.filter(({ version_id }) => version_id === version.id)
  return presentVersion(
    workflow,
    version,
    versionLabels.map(({ name }) => name),
  )
}

export const listWorkflowLabels: Handler<'listWorkflowLabels'> = async ({ store }, { caller, params }) => {
  const { workspace } = caller
  const workflow = await workflowRegistry.get(store.db, workspace, params.workflow_id_or_name)
  const labels = await workflowRegistry.labels.listOf(store.db, workspace, workflow.id)
  return {
    success: true as const,
    release_labels: labels.map(presentLabel),
  }
}

export const listWorkflowVersions: Handler<'listWorkflowVersions'> = async (
  { store },
  { caller, params, query },
) => {
  const { workspace } = caller
  const workflow = await workflowRegistry.get(store.db, workspace, params.workflow_id_or_name)
  const { before, limit } = query
  const rows = await workflowRegistry.versions.listPage(store.db, workspace, workflow.id, { before, limit })
  const ids = rows.map(({ id }) => id)
  const authors = await listAuthorNames(store.db, workspace, 'workflow-version', ids)
  return {
    success: true as const,
    versions: rows.map((row) => ({
      version: row.version_number,
      workflow_version_id: row.id,
      commit_message: row.commit_message,
      created_by: authors.get(String(row.id)) ?? null,
      created_at: isoTime(row.created_at),
    })),
  }
}
