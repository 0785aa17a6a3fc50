import { parseExact } from '../../engine/json/parse-exact.ts'
import { Refusal } from '../../engine/refusal.ts'
import { enqueueCompiled, markTracesOfRequests, type RequestRow } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { createGroup, requireGroup } from './groups.ts'
import { lockRequest, updateRequest as saveRequest } from './queries.ts'
import { replaceFacets } from './search-rows-queries.ts'

/** Changes tags, metadata and group. The call itself never changes. */
export const updateRequest: Handler<'updateRequest'> = async (
  { store, now, masking },
  { caller, params, body },
) => {
  const { workspace } = caller
  const { group_id, new_group } = body
  const { tags, metadata } = await masking.value(workspace, { tags: body.tags, metadata: body.metadata })
  if (group_id != null) await requireGroup(store.db, workspace, group_id)
  return store.transact(async (tx) => {
    const row = await lockRequest(tx, workspace, params.request_id)
    if (!row) throw new Refusal('not_found', 'There is no such request.')
    const group = new_group ? await createGroup(store, tx, workspace, now()) : group_id
    const change = {
      facets: await replaceFacets(store, tx, row, { tags, metadata }),
      ...(tags && { tags: JSON.stringify(tags) }),
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      ...(group !== undefined && { group_id: group }),
    }
    await saveRequest(tx, workspace, row.id, change)
    if (row.span_id !== null && (tags || metadata))
      await enqueueCompiled(tx, markTracesOfRequests(store.db, workspace, [row.id], now()))
    return present({ ...row, ...change })
  })
}

const present = (row: RequestRow) => ({
  success: true as const,
  request_id: row.id,
  tags: JSON.parse(row.tags) as string[],
  metadata: parseExact(row.metadata) as Record<string, unknown>,
  group_id: row.group_id,
})
