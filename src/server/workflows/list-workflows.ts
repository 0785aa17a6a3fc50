import { listExternalIdsOfMany } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { listLabelNames } from './label-queries.ts'
import { countWorkflows, listWorkflowPage, type WorkflowFilter } from './list-queries.ts'
import { presentListed } from './present.ts'

export const listWorkflows: Handler<'listWorkflows'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const { page, per_page, external_source, external_id } = query
  const filter: WorkflowFilter = {
    createdAfter: query.created_after,
    createdBefore: query.created_before,
    updatedAfter: query.updated_after,
    updatedBefore: query.updated_before,
    externalId:
      external_source !== undefined && external_id !== undefined
        ? { source: external_source, externalId: external_id }
        : undefined,
  }
  // Workflows have no author with an e-mail address, so nobody's are anybody's.
  const nobody = query.created_by_email !== undefined
  const total = nobody ? 0 : await countWorkflows(store.scan, workspace, filter)
  const order = { by: query.sort_by, direction: query.sort_order }
  const bounds = { limit: per_page, offset: (page - 1) * per_page }
  const rows = total === 0 ? [] : await listWorkflowPage(store.scan, workspace, filter, order, bounds)
  const ids = rows.map(({ id }) => id)
  const labels = await listLabelNames(store.scan, workspace, ids)
  const externalIds = await listExternalIdsOfMany(store.scan, workspace, 'workflow', ids)
  const pages = Math.ceil(total / per_page)
  return {
    items: rows.map((row) =>
      presentListed(row, labels.get(row.id) ?? [], externalIds.get(String(row.id)) ?? []),
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
