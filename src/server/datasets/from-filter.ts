import type { Body, Endpoints } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { groupOfFlatFilters, type SortField } from '../../engine/search/index.ts'
import type { Context } from '../context.ts'
import type { Database, DatasetRow, Tx } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { promptRegistry } from '../prompts/index.ts'
import { existingRequests, findRequestIds } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { noGroup } from './absent.ts'
import { draftVersion, findDraft, updateDataset } from './dataset-queries.ts'
import type { RequestFilling } from './filling.ts'
import { unfinishedVersion } from './from-file.ts'
import { lockGroup } from './group-queries.ts'
import { enqueueFilling, startFilling } from './start-filling.ts'

type FilterBody = Body<Endpoints['createDatasetFromFilter']>

/** A search as stored with the dataset. */
interface StoredSearch
  extends Pick<FilterBody, 'request_log_ids' | 'q' | 'sort_order' | 'variables_to_parse' | 'limit'> {
  readonly filter_group: unknown
  readonly sort_by: SortField | null | undefined
}

const maxRequests = 50_000

/** If the group has a draft, the job appends the rows to the draft and publishes it. */
export const createDatasetFromFilter: Handler<'createDatasetFromFilter'> = async (
  context,
  { caller, body },
) => {
  const { store, jobs, now } = context
  const { workspace } = caller
  const criteria = await searchOf(store.db, workspace, body)
  const ids = await requestedIds(context, workspace, criteria)
  const dataset = await store.transact(async (tx) => {
    const time = now()
    const group = await lockGroup(tx, workspace, body.dataset_group_id, time)
    if (!group) throw noGroup()
    const draft = await findDraft(tx, workspace, group.id)
    if (draft && draft.filling !== null)
      throw new Refusal('bad_request', 'The draft is still being filled; retry when it is complete.')
    const filling = fillingWith(ids, criteria, draft?.row_count ?? 0)
    const filter_params = criteria.request_log_ids == null ? JSON.stringify(paramsOf(criteria)) : null
    if (!draft)
      return startFilling(context, tx, group, filling, { version_number: draftVersion, filter_params }, time)
    await updateDataset(tx, draft, { filling: JSON.stringify(filling), filter_params, updated_at: time })
    await enqueueFilling(context, tx, draft)
    return draft
  })
  jobs.wake()
  return {
    success: true as const,
    message: 'The requests are being added.',
    dataset_id: dataset.id,
    dataset_group_id: dataset.group_id,
    version_number: draftVersion,
  }
}

const sortFields = { price: 'cost', latency: 'latency_ms' } as const

/** Returns the search of the body, with its flat filters as a filter group. */
async function searchOf(db: Database, workspace: WorkspaceId, body: FilterBody): Promise<StoredSearch> {
  const { request_log_ids, filter_group, q, sort_by, sort_order, variables_to_parse, limit } = body
  const include = await templatesOf(db, workspace, body, 'prompt_templates_include')
  const exclude = await templatesOf(db, workspace, body, 'prompt_templates_exclude')
  const flat = groupOfFlatFilters({
    ...body,
    prompt_templates_include: include,
    prompt_templates_exclude: exclude,
  })
  const groups = [filter_group, flat].filter((group) => group != null)
  return {
    request_log_ids,
    filter_group: groups.length > 1 ? { logic: 'AND', filters: groups } : groups[0],
    q,
    sort_by: sort_by === 'price' || sort_by === 'latency' ? sortFields[sort_by] : sort_by,
    sort_order,
    variables_to_parse,
    limit,
  }
}

/** Returns the templates of a flat filter, by id. @throws Refusal for an unknown name. */
async function templatesOf(
  db: Database,
  workspace: WorkspaceId,
  body: FilterBody,
  field: 'prompt_templates_include' | 'prompt_templates_exclude',
) {
  const templates: { name: number; version_numbers?: number[] | null }[] = []
  for (const template of body[field] ?? []) {
    const { id } = await promptRegistry.get(db, workspace, template.name)
    templates.push({ ...template, name: id })
  }
  return templates
}

/** The part of the search that is stored, for refreshing. */
function paramsOf({ request_log_ids: _, ...criteria }: StoredSearch): Omit<StoredSearch, 'request_log_ids'> {
  return criteria
}

const fillingWith = (ids: readonly number[], { variables_to_parse }: StoredSearch, base: number) =>
  ({ kind: 'requests', publish: true, ids, variables: variables_to_parse ?? null, base }) satisfies {
    publish: true
  } & RequestFilling

/** Returns the ids of the requests. If the call names ids, the filter is ignored. */
async function requestedIds(
  { store }: Pick<Context, 'store'>,
  workspace: WorkspaceId,
  criteria: StoredSearch,
) {
  const limit = Math.min(criteria.limit ?? maxRequests, maxRequests)
  if (criteria.request_log_ids != null)
    return (await existingIds(store.db, workspace, criteria.request_log_ids)).slice(0, limit)
  const { filter_group, q, sort_by, sort_order } = criteria
  const search = { filter_group, q, sort_by, sort_order }
  return findRequestIds(store, workspace, search, limit)
}

/** Returns the distinct ids in the order of the call. @throws Refusal if a request does not exist. */
async function existingIds(db: Database, workspace: WorkspaceId, requestIds: readonly number[]) {
  const ids = [...new Set(requestIds)]
  const existing = new Set(await existingRequests(db, workspace, ids))
  if (ids.some((id) => !existing.has(id)))
    throw new Refusal('not_found', 'request_log_ids: one of the requests does not exist.')
  return ids
}

/** Returns the requests that a dataset's filter matches now. */
export const refreshedIds = (context: Pick<Context, 'store'>, workspace: WorkspaceId, dataset: DatasetRow) =>
  requestedIds(context, workspace, JSON.parse(dataset.filter_params!) as StoredSearch)

/** Creates a new version of a dataset with the requests that its filter matches now. */
export async function refreshDataset(
  context: Pick<Context, 'store' | 'jobs'>,
  tx: Tx,
  { workspace_id, group_id, filter_params }: DatasetRow,
  ids: readonly number[],
  now: number,
): Promise<DatasetRow> {
  const group = await lockGroup(tx, workspace_id as WorkspaceId, group_id, now)
  if (!group) throw noGroup()
  const filling = fillingWith(ids, JSON.parse(filter_params!) as StoredSearch, 0)
  return startFilling(context, tx, group, filling, { version_number: unfinishedVersion, filter_params }, now)
}
