import type { TrackRequest } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import {
  blueprintOf,
  type ProviderReading,
  readProviderCall,
} from '../../engine/template/provider-reading/index.ts'
import type { Handler } from '../http/handler.ts'
import { withoutApiKey } from './original.ts'
import { linkTo } from './prompt-link.ts'
import { groupExists, insertRequest } from './queries.ts'
import { storable, storableOrNull } from './storable.ts'

const longestErrorMessage = 1024

export const trackRequest: Handler<'trackRequest'> = async (context, { caller, body, original }) => {
  const { store, now, requestIds } = context
  const { workspace } = caller
  const link = await linkTo(store.db, workspace, { id: body.prompt_id, version: body.prompt_version })
  if (body.group_id != null && !(await groupExists(store.db, workspace, body.group_id)))
    throw new Refusal('not_found', 'There is no such group.')
  const reading = readingOf(body)
  const id = await requestIds.next()
  const row = insertRequest(store, {
    ...fieldsOf(body, reading),
    ...link,
    workspace_id: workspace,
    id,
    source: 'track',
    prompt_input_variables: null,
    created_at: now(),
    original: withoutApiKey(original, body),
  })
  await store.append([row])
  return {
    success: true as const,
    request_id: id,
    prompt_blueprint: body.return_prompt_blueprint ? blueprintOf(reading) : null,
    message: 'Request logged.',
  }
}

/** Also how a tracked request reads later. */
export const readingOf = (body: TrackRequest): ProviderReading =>
  readProviderCall({
    providerType: body.provider_type ?? null,
    functionName: body.function_name,
    args: body.args ?? [],
    kwargs: body.kwargs ?? {},
    response: body.request_response ?? {},
  })

function fieldsOf(body: TrackRequest, reading: ProviderReading) {
  return {
    provider: storable(reading.provider),
    model: storable(reading.model),
    function_name: storable(body.function_name),
    api_type: storableOrNull(reading.apiType),
    started_at: body.request_start_time,
    ended_at: body.request_end_time,
    status: body.status ?? 'SUCCESS',
    error_type: body.error_type ?? null,
    error_message: storableOrNull(body.error_message?.slice(0, longestErrorMessage)),
    input_tokens: reading.usage.inputTokens,
    output_tokens: reading.usage.outputTokens,
    price: 0,
    group_id: body.group_id ?? null,
    span_id: storableOrNull(body.span_id),
    tags: JSON.stringify(body.tags ?? []),
    metadata: JSON.stringify(body.metadata ?? {}),
  }
}
