import type { TrackRequest } from '../../contract/index.ts'
import { blueprintOf, type ProviderReading } from '../../engine/template/provider-reading/index.ts'
import { markTracesOfRequests } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { billingOf } from './billing.ts'
import { requireGroup } from './groups.ts'
import { readingOf } from './logged-content.ts'
import { maskRecord } from './mask-record.ts'
import { withoutApiKey } from './original.ts'
import { linkTo, noLink } from './prompt-link.ts'
import { reportedTimes } from './record-of-log.ts'
import { callIdentity, recordOnce } from './record-once.ts'
import { recordRequest } from './record-request.ts'

const maxErrorMessageLength = 1024

export const trackRequest: Handler<'trackRequest'> = async (context, call) => {
  const { caller, body, original, idempotencyKey } = call
  const { db } = context.store
  const { workspace } = caller
  const reading = readingOf(body)
  const record = await maskRecord(context, workspace, {
    ...recordOf(body, reading),
    link: noLink,
    original: withoutApiKey(original, body),
  })
  const identity = callIdentity(idempotencyKey, 'track-request', record.original)
  const id = await recordOnce(context, workspace, identity, async () => {
    const link = await linkTo(db, workspace, { id: body.prompt_id, version: body.prompt_version })
    await requireGroup(db, workspace, body.group_id)
    const recorded = await recordRequest(context, workspace, { ...record, link })
    if (body.span_id == null) return recorded
    const mark = markTracesOfRequests(db, workspace, [recorded.id], context.now())
    return { ...recorded, statements: [...recorded.statements, mark] }
  })
  return {
    success: true as const,
    request_id: id,
    prompt_blueprint: body.return_prompt_blueprint ? blueprintOf(reading) : null,
    message: 'Request logged.',
  }
}

export function recordOf(body: TrackRequest, reading: ProviderReading) {
  return {
    format: 'track',
    source: 'app',
    provider: reading.provider,
    model: reading.model,
    functionName: body.function_name,
    apiType: reading.apiType,
    startedAt: body.request_start_time,
    endedAt: body.request_end_time,
    status: body.status ?? 'SUCCESS',
    errorType: body.error_type ?? null,
    errorMessage: body.error_message?.slice(0, maxErrorMessageLength) ?? null,
    inputTokens: reading.usage.inputTokens,
    outputTokens: reading.usage.outputTokens,
    times: reportedTimes(body),
    price: null,
    billing: billingOf(body.request_response, reading.usage, body.kwargs),
    input: reading.input,
    output: reading.output,
    variables: body.prompt_input_variables ?? {},
    groupId: body.group_id ?? null,
    spanId: body.span_id ?? null,
    tags: body.tags ?? [],
    metadata: body.metadata ?? {},
    scores: [],
  } as const
}
