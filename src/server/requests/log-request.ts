import type { LogRequest } from '../../contract/index.ts'
import { blueprintOfLog } from '../../engine/template/provider-reading/index.ts'
import type { Handler } from '../http/handler.ts'
import { withoutApiKey } from './original.ts'
import { linkTo } from './prompt-link.ts'
import { insertRequest, upsertScore } from './queries.ts'
import { storable, storableOrNull } from './storable.ts'

export const logRequest: Handler<'logRequest'> = async (context, { caller, body, original }) => {
  const { store, now, requestIds } = context
  const { workspace } = caller
  const link = await linkTo(store.db, workspace, {
    id: body.prompt_id,
    name: body.prompt_name,
    version: body.prompt_version_number,
  })
  const id = await requestIds.next()
  const row = insertRequest(store, {
    ...fieldsOf(body),
    ...link,
    workspace_id: workspace,
    id,
    source: 'log',
    prompt_input_variables: null,
    group_id: null,
    span_id: null,
    created_at: now(),
    original: withoutApiKey(original, body),
  })
  await store.append([
    row,
    ...scoreOf(body).map((score) => upsertScore(store, { workspace, request: id, ...score })),
  ])
  return {
    id,
    prompt_version: blueprintOf(body),
    status: body.status,
    error_type: body.error_type ?? null,
    error_message: body.error_message ?? null,
  }
}

/** Also how a logged request reads later. */
export const blueprintOf = (body: LogRequest) =>
  blueprintOfLog({
    input: body.input,
    output: body.output,
    provider: body.provider,
    model: body.model,
    parameters: body.parameters,
    apiType: body.api_type ?? null,
  })

function fieldsOf(body: LogRequest) {
  return {
    provider: storable(body.provider),
    model: storable(body.model),
    function_name: storable(body.function_name),
    api_type: storableOrNull(body.api_type),
    started_at: body.request_start_time,
    ended_at: body.request_end_time,
    status: body.status,
    error_type: body.error_type ?? null,
    error_message: storableOrNull(body.error_message),
    input_tokens: body.input_tokens,
    output_tokens: body.output_tokens,
    price: body.price,
    tags: JSON.stringify(body.tags),
    metadata: JSON.stringify(body.metadata),
  }
}

/** The default of the field is 0, so a request that was not scored sends none, or 0 without a name. */
function scoreOf(body: LogRequest): { name: string; score: number }[] {
  if (body.score === 0 && !body.score_name) return []
  return [{ name: storable(body.score_name || 'default'), score: body.score }]
}
