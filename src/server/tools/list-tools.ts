import { listExternalIdsOfMany } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { listToolRows, type ToolFilter } from './list-queries.ts'
import { presentTool } from './present.ts'

export const listTools: Handler<'listTools'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const filter: ToolFilter = {
    createdAfter: query.created_after,
    createdBefore: query.created_before,
    updatedAfter: query.updated_after,
    updatedBefore: query.updated_before,
    externalId:
      query.external_source !== undefined && query.external_id !== undefined
        ? { source: query.external_source, externalId: query.external_id }
        : undefined,
  }
  // Tools have no author with an e-mail address yet, so nobody's are anybody's.
  const nobody = query.created_by_email !== undefined
  const order = { by: query.sort_by, direction: query.sort_order }
  const rows = nobody ? [] : await listToolRows(store.scan, workspace, filter, order)
  const ids = rows.map(({ id }) => id)
  const externalIds = await listExternalIdsOfMany(store.scan, workspace, 'tool', ids)
  return {
    success: true as const,
    tool_registries: rows.map((tool) => ({
      ...presentTool(tool),
      external_ids: externalIds.get(String(tool.id)) ?? [],
    })),
  }
}
