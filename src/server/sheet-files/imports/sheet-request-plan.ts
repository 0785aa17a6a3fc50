import { type Body, type Endpoints, maxRequestLogs } from '../../../contract/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { parseSearch } from '../../../engine/search/index.ts'
import type { Database, Store } from '../../db/index.ts'
import { findPromptOfLabel, findPromptOfVersion, promptRegistry } from '../../prompts/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { readFields } from './request-fields.ts'
import { existingIds, type RequestLogPlan } from './request-log-plan.ts'

type Source = Extract<NonNullable<Body<Endpoints['createSheet']>['source']>, { type: 'request_logs' }>

/** The plan of a new sheet. All variables become columns, so that a prompt can run on them. */
export async function sheetRequestPlan(
  { db }: Store,
  workspace: WorkspaceId,
  source: Source,
): Promise<RequestLogPlan> {
  const { request_log_ids: ids, start_time, end_time } = source
  const { filters, label } = await promptFilters(db, workspace, source)
  if (start_time != null) filters.push({ field: 'request_start_time', operator: 'after', value: start_time })
  if (end_time != null) filters.push({ field: 'request_start_time', operator: 'before', value: end_time })
  if (ids != null && (filters.length > 0 || label !== null))
    throw new Refusal('bad_request', 'source: send either request_log_ids or filters.')
  const search = { filter_group: { logic: 'AND', filters } }
  // Refuses an invalid search now, not in the job.
  if (ids == null) parseSearch(search)
  return {
    ids: ids == null ? null : await existingIds(db, workspace, ids),
    search,
    label,
    limit: maxRequestLogs,
    fields: readFields(null),
    variables: null,
    metadataKey: null,
  }
}

interface Filter {
  readonly field: string
  readonly operator: string
  readonly value: unknown
}

/** The filters for prompts. @throws Refusal if a prompt, version or label does not exist. */
async function promptFilters(db: Database, workspace: WorkspaceId, source: Source) {
  const { prompt_id, prompt_version_id, prompt_label_id } = source
  const filters: Filter[] = []
  const addFilter = (field: string, value: number) => filters.push({ field, operator: 'eq', value })
  if (prompt_id != null) {
    const prompt = await promptRegistry.find(db, workspace, String(prompt_id))
    addFilter('prompt_id', required(prompt?.id === prompt_id ? prompt : undefined, 'prompt_id').id)
  }
  if (prompt_version_id != null) {
    const prompt = required(await findPromptOfVersion(db, workspace, prompt_version_id), 'prompt_version_id')
    addFilter('prompt_id', prompt.id)
    addFilter('prompt_version_number', prompt.version)
  }
  if (prompt_label_id == null) return { filters, label: null }
  const labelled = required(await findPromptOfLabel(db, workspace, prompt_label_id), 'prompt_label_id')
  addFilter('prompt_id', labelled.id)
  return { filters, label: labelled.label }
}

function required<T>(value: T | undefined, field: string): T {
  if (!value)
    throw new Refusal('not_found', `source.${field}: it does not exist.`, { field: `source.${field}` })
  return value
}
