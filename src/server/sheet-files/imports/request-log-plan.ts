import { type Body, type Endpoints, maxRequestLogs } from '../../../contract/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { parseSearch, type SearchCriteria } from '../../../engine/search/index.ts'
import type { Database, Store } from '../../db/index.ts'
import { existingRequests, findRequestIds, sortRequestIds } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { readFields } from './request-fields.ts'

export interface RequestLogPlan {
  /** The ids in order; null until the search has run. */
  readonly ids: readonly number[] | null
  readonly search: SearchCriteria
  /** The label by which the prompt was read. */
  readonly label: string | null
  readonly limit: number
  readonly fields: readonly string[]
  /** The variables to import; null for all variables of the requests. */
  readonly variables: readonly string[] | null
  readonly metadataKey: string | null
}

export async function readPlan(
  store: Store,
  workspace: WorkspaceId,
  body: Body<Endpoints['importRequestLogs']>,
): Promise<RequestLogPlan> {
  const { request_log_ids: ids, filter_group, q, sort_by, sort_score_name, sort_order } = body
  if ((ids == null) === (filter_group == null && q == null))
    throw new Refusal('bad_request', 'Send either request_log_ids, or filter_group or q.')
  const search = { filter_group, q, sort_by, sort_score_name, sort_order }
  // Refuses an invalid search now, not in the job.
  if (ids == null) parseSearch(search)
  return {
    ids: ids == null ? null : await namedIds(store.db, workspace, ids, search),
    search,
    label: null,
    limit: body.limit ?? maxRequestLogs,
    fields: readFields(body.include_fields),
    variables: [...new Set(body.variables_to_parse ?? [])],
    metadataKey: body.metadata_cost_breakdown_key ?? null,
  }
}

/** Finds ids in order, up to `limit`. */
export async function requestedIds(
  store: Store,
  workspace: WorkspaceId,
  { ids, search, label, limit }: RequestLogPlan,
): Promise<readonly number[]> {
  if (ids !== null) return ids.slice(0, limit)
  const requestIds = await findRequestIds(store, workspace, search, limit)
  if (label === null) return requestIds
  const labelled = new Set(await existingRequests(store.db, workspace, requestIds, label))
  return requestIds.filter((id) => labelled.has(id))
}

/** Finds ids in the order of the caller's list, or sorted if `sort_by` is given. */
async function namedIds(
  db: Database,
  workspace: WorkspaceId,
  requestIds: readonly number[],
  search: SearchCriteria,
) {
  const ids = await existingIds(db, workspace, requestIds)
  return search.sort_by == null ? ids : sortRequestIds(db, workspace, ids, search)
}

/** Returns the distinct ids in the caller's order. @throws Refusal if a request does not exist. */
export async function existingIds(db: Database, workspace: WorkspaceId, requestIds: readonly number[]) {
  const ids = [...new Set(requestIds)]
  const existing = new Set(await existingRequests(db, workspace, ids))
  const absent = ids.find((id) => !existing.has(id))
  if (absent !== undefined)
    throw new Refusal('not_found', 'request_log_ids: one of the requests does not exist.', {
      field: 'request_log_ids',
    })
  return ids
}
