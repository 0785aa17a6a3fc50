import type { LogRequest } from '../../contract/index.ts'
import type { CallTimes } from '../../engine/call-timing.ts'
import { billedUsageOf, blueprintOfLog } from '../../engine/template/provider-reading/index.ts'
import { partsOf, tierOf } from './billing.ts'
import { inputOutputOf } from './logged-content.ts'

/** The blueprint of a logged request, used when it is logged and when it is read. */
export const blueprintOf = (body: LogRequest) =>
  blueprintOfLog({
    input: body.input,
    output: body.output,
    provider: body.provider,
    model: body.model,
    parameters: body.parameters,
    apiType: body.api_type ?? null,
  })

/** The times of a call that a caller reports. */
export const reportedTimes = ({
  time_to_first_token_ms,
}: {
  readonly time_to_first_token_ms?: number | null | undefined
}): CallTimes => ({
  firstTokenMilliseconds: time_to_first_token_ms ?? null,
  attempts: null,
  waitedMilliseconds: null,
})

export function recordOfLog(body: LogRequest) {
  const usage = body.usage ? billedUsageOf({ usage: body.usage }) : null
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
    inputTokens: usage?.inputTokens ?? body.input_tokens,
    outputTokens: usage?.outputTokens ?? body.output_tokens,
    times: reportedTimes(body),
    price: body.price ?? null,
    billing: { ...tierOf({ usage: body.usage }, body.parameters), ...(usage && partsOf(usage)) },
    ...inputOutputOf(body),
    groupId: null,
    spanId: null,
    tags: body.tags,
    metadata: body.metadata,
    scores: scoreOf(body),
  } as const
}

/** The score field defaults to 0, so 0 without a name means that there is no score. */
function scoreOf(body: LogRequest): { name: string; score: number }[] {
  if (body.score === 0 && !body.score_name) return []
  return [{ name: body.score_name || 'default', score: body.score }]
}
