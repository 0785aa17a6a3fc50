import { listExternalIdsOfMany } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { countWorkflows, listWorkflowPage } from './list-queries.ts'
import { presentListed } from './present.ts'
import { workflowRegistry } from './workflow-registry.ts'

export const listWorkflows: Handler<'listWorkflows'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const { page, per_page } = query
  const total = await countWorkflows(store.scan, workspace, query)
  const rows = total === 0 ? [] : await listWorkflowPage(store.scan, workspace, query)
  const ids = rows.map(({ id }) => id)
  const labels = await workflowRegistry.labels.listOf(store.scan, workspace, ...ids)
  const labelsByWorkflow = Map.groupBy(labels, ({ workflow_id }) => workflow_id)
  const externalIds = await listExternalIdsOfMany(store.scan, workspace, 'workflow', ids)
  const pages = Math.ceil(total / per_page)
  return {
    items: rows.map((row) =>
      presentListed(
        row,
        (labelsByWorkflow.get(row.id) ?? []).map(({ name }) => name),
        externalIds.get(String(row.id)) ?? [],
      ),
    ),
    page,
    per_page,
    total,
    pages,
    has_next: page < pages,
    has_prev: page > 1,
    next_num: page < pages ? page + 1 : null,
    prev_num: page > 1 ? page - 1 : null,
  }
}
