import { Money } from '../../engine/price/index.ts'
import { isOpenAi, openAiApiType } from '../../engine/template/model-kwargs/index.ts'
import { isCounted } from '../../engine/template/provider-reading/index.ts'
import type { Context } from '../context.ts'
import { type CallTiming, ModelFailure, type ModelReply, mayHaveCost } from '../model/index.ts'
import { recordCall } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { loggedFailure } from './failures.ts'
import type { RunOptions } from './options.ts'
import type { PlannedCall } from './slot-request.ts'

export interface CallEnd {
  readonly reply: ModelReply | null
  readonly timing: CallTiming
  readonly error: unknown
  readonly endedAt: number
  readonly key: string
}

/** Logs a call, and stores its answer for the work that paid for it. */
export async function logCall(
  context: Context,
  workspace: WorkspaceId,
  { model, functionName, kwargs, logFields, onText, loggedPart }: PlannedCall,
  { tally, spanId, paid, signal, source }: RunOptions,
  { reply, timing, error, endedAt, key }: CallEnd,
) {
  const { latencyMilliseconds, waitedMilliseconds, firstTokenMilliseconds } = timing
  const response = reply?.response ?? null
  const call = {
    ...logFields,
    source,
    spanId: spanId ?? null,
    functionName,
    provider: model.provider,
    kwargs: sentKwargs(kwargs, model, onText !== undefined),
    response: loggedPart ? loggedPart(response) : response,
    startedAt: Math.round(endedAt - latencyMilliseconds),
    endedAt,
    times: timing,
    failure: error === null ? null : loggedFailure(error),
  }
  const isFree = reply === null && error instanceof ModelFailure && !mayHaveCost(error)
  const costOf = (price: Money | null) => price ?? (isFree ? new Money(0) : null)
  const finishReason = reply?.finishReason ?? null
  const isAnswer = reply !== null && error === null
  const furtherStatements =
    paid && (reply !== null || !signal.aborted)
      ? (requestId: number, price: Money | null) =>
          paid.insertStatements(key, { requestId, cost: costOf(price), finishReason, isAnswer })
      : null
  const { id, reading, cost } = await recordCall(context, workspace, call, furtherStatements)
  if (reply !== null) context.modelSlots.countCost(model.provider, cost)
  tally.add({
    requestId: id,
    usage: isFree || isCounted(reading.usage) ? reading.usage : null,
    cost: costOf(cost),
    latencyMilliseconds,
    waitedMilliseconds,
    firstTokenMilliseconds,
    promptVersion: versionOf(logFields.link),
  })
  return { requestId: id, reading }
}

export const versionOf = ({ prompt_id, prompt_version_number }: PlannedCall['logFields']['link']) =>
  prompt_id === null || prompt_version_number === null
    ? null
    : { promptId: prompt_id, version: prompt_version_number }

/** The arguments as the vendor's SDK reports them: it adds `stream` and `stream_options` to `llm_kwargs`. */
function sentKwargs(
  kwargs: PlannedCall['kwargs'],
  { provider, api_type }: PlannedCall['model'],
  stream: boolean,
): Record<string, unknown> {
  if (api_type === 'embeddings') return { ...kwargs }
  const hasUsageAtEnd = stream && isOpenAi(provider) && openAiApiType(api_type) === 'chat-completions'
  return { ...kwargs, stream, ...(hasUsageAtEnd && { stream_options: { include_usage: true } }) }
}
