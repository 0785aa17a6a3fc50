import type { LogRequest } from '../../contract/index.ts'
import { billedUsageOf, blueprintOfLog } from '../../engine/template/provider-reading/index.ts'
import type { Handler } from '../http/handler.ts'
import { partsOf, tierOf } from './billing.ts'
import { inputOutputOf } from './logged-content.ts'
import { maskRecord } from './mask-record.ts'
import { withoutApiKey } from './original.ts'
import { linkTo, noLink } from './prompt-link.ts'
import { recordOnce } from './record-once.ts'
import { recordRequest } from './record-request.ts'

export const logRequest: Handler<'logRequest'> = async (context, call) => {
  const { caller, body, original, userAgent, idempotencyKey } = call
  const { workspace } = caller
  const record = await maskRecord(context, workspace, {
    ...recordOfLog(body),
    price: priceIn(body, userAgent),
    link: noLink,
    original: withoutApiKey(original, body),
  })
  const same = { key: idempotencyKey, operation: 'log-request', body: record.original }
  const id = await recordOnce(context, workspace, same, async () => {
    const link = await linkTo(context.store.db, workspace, {
      id: body.prompt_id,
      name: body.prompt_name,
      version: body.prompt_version_number,
    })
    return recordRequest(context, workspace, { ...record, link })
  })
  return {
    id,
    prompt_version: blueprintOf(body),
    status: body.status,
    error_type: body.error_type ?? null,
    error_message: body.error_message ?? null,
  }
}

/** The Python SDK sends 0 when its caller gives no price. */
const priceIn = ({ price }: LogRequest, userAgent: string): number | null =>
  price === undefined || (price === 0 && userAgent.startsWith('promptlayer-python/')) ? null : price

/** Blueprint of a logged request, when it is logged and when it is read. */
export const blueprintOf = (body: LogRequest) =>
  blueprintOfLog({
    input: body.input,
    output: body.output,
    provider: body.provider,
    model: body.model,
    parameters: body.parameters,
    apiType: body.api_type ?? null,
  })

export function recordOfLog(body: LogRequest) {
  const counted = body.usage ? billedUsageOf({ usage: body.usage }) : null
  return {
    format: 'log',
    source: 'app',
    provider: body.provider,
    model: body.model,
    functionName: body.function_name,
    apiType: body.api_type ?? null,
    startedAt: body.request_start_time,
    endedAt: body.request_end_time,
    status: body.status,
    errorType: body.error_type ?? null,
    errorMessage: body.error_message ?? null,
    inputTokens: counted?.inputTokens ?? body.input_tokens,
    outputTokens: counted?.outputTokens ?? body.output_tokens,
    price: body.price ?? null,
    billing: { ...tierOf({ usage: body.usage }, body.parameters), ...(counted && partsOf(counted)) },
    ...inputOutputOf(body),
    groupId: null,
    spanId: null,
    tags: body.tags,
    metadata: body.metadata,
    scores: scoreOf(body),
  } as const
}

/** The field defaults to 0, so 0 without a name means no score. */
function scoreOf(body: LogRequest): { name: string; score: number }[] {
  if (body.score === 0 && !body.score_name) return []
  return [{ name: body.score_name || 'default', score: body.score }]
}
