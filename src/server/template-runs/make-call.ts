import { hash as digest } from 'node:crypto'
import { Money } from '../../engine/price/index.ts'
import { isOpenAi, openAiApiType } from '../../engine/template/model-kwargs/index.ts'
import { isReported, type ProviderReading } from '../../engine/template/provider-reading/index.ts'
import type { Context } from '../context.ts'
import type { WorkspaceId } from '../http/caller.ts'
import {
  type CallTiming,
  callModel,
  type ModelChunk,
  ModelFailure,
  type ModelOutcome,
  type ModelReply,
  type ModelRequest,
  mayHaveCost,
  type RetryLimits,
  streamModel,
} from '../model/index.ts'
import { readCall, recordCall } from '../requests/index.ts'
import { asRefusal, loggedFailure } from './failures.ts'
import type { PaidCall, RunOptions } from './options.ts'
import type { PlannedCall } from './slot-request.ts'
import { slotRequestOf } from './slot-request.ts'
import { storeInTurn } from './store-in-turn.ts'

export interface CompletedCall {
  readonly requestId: number
  readonly reading: ProviderReading
  readonly reply: ModelReply
}

/**
 * Calls a model with a slot and logs the call, also a call that failed or was cancelled after it was sent. Failures are
 * thrown as refusals.
 */
export async function makeCall(
  context: Context,
  workspace: WorkspaceId,
  planned: PlannedCall,
  options: RunOptions,
): Promise<CompletedCall> {
  const { model, kwargs, connection, onText, onWait } = planned
  const { name, provider, api_type: apiType } = model
  const key = options.paid ? digestOf(planned) : ''
  // A response of which only a part is logged cannot be read from the log.
  const paidCall = planned.loggedPart ? null : options.paid?.take(key)
  const earlierCall = paidCall && (await loggedCall(context, workspace, paidCall, planned, options))
  if (earlierCall) return earlierCall
  const request: ModelRequest = { provider, model: name, apiType, kwargs, connection }
  const slot = await slotRequestOf(context, workspace, planned, options)
  const requestedAt = context.now()
  let startedAt: number | null = null
  let attempts = 0
  let stopExpecting = () => {}
  const log = (
    reply: ModelReply | null,
    timing: CallTiming,
    error: unknown = null,
    endedAt: number = context.now(),
  ) => logCall(context, workspace, planned, options, { reply, timing, error, endedAt, key })
  try {
    return await context.modelSlots.run(slot, async (takeSlot) => {
      const retryLimits: Partial<RetryLimits> = {
        signal: options.signal,
        ...(options.refusals !== undefined && { refusals: options.refusals }),
        onRetry: (retry) => {
          options.onCall?.('refused')
          onWait?.(retry)
        },
        takeSlot: async (signal) => {
          const slot = takeSlot(signal)
          const release = await (onWait ? withWaitReports(slot, attempts > 0, onWait) : slot)
          if (startedAt === null && options.paid) stopExpecting = context.answers.announceWork()
          startedAt = context.now()
          options.onCall?.('begun')
          attempts++
          context.prices.preload()
          return release
        },
      }
      const outcome = onText
        ? await readStream(streamModel(context, workspace, request, retryLimits), onText)
        : await callModel(context, workspace, request, retryLimits)
      const endedAt = context.now()
      await storeInTurn()
      return { ...(await log(outcome.reply, outcome, null, endedAt)), reply: outcome.reply }
    })
  } catch (error) {
    if (error instanceof ModelFailure) {
      const timing = error.timing ?? unknownTiming
      // A call that got no slot in time was not sent, so it is not logged.
      if (startedAt !== null) await log(error.partial, timing, error)
    } else if (options.signal.aborted && startedAt !== null) {
      const latencyMilliseconds = context.now() - startedAt
      const waitedMilliseconds = startedAt - requestedAt
      await log(null, { ...unknownTiming, attempts, latencyMilliseconds, waitedMilliseconds }, error)
    }
    throw asRefusal(error, options.tally, model)
  } finally {
    stopExpecting()
  }
}

/** Milliseconds after which a call without a slot is reported as waiting. */
const longWait = 500

/** Reports that a call waits for its slot, and that an attempt starts after a wait. */
async function withWaitReports<T>(
  slot: Promise<T>,
  isRetry: boolean,
  onWait: NonNullable<PlannedCall['onWait']>,
): Promise<T> {
  let hasWaited = isRetry
  const timer = setTimeout(() => {
    hasWaited = true
    onWait({ failure: null, delay: null })
  }, longWait)
  try {
    const release = await slot
    if (hasWaited) onWait(null)
    return release
  } finally {
    clearTimeout(timer)
  }
}

const digestOf = ({ model, kwargs }: PlannedCall): string =>
  digest('sha256', JSON.stringify([model.provider, model.name, model.api_type, kwargs]))

/** Returns an answer that another process paid for and did not use. */
async function loggedCall(
  { store }: Context,
  workspace: WorkspaceId,
  { requestId, cost, finishReason }: PaidCall,
  { model: { name }, logFields }: PlannedCall,
  { tally }: RunOptions,
): Promise<CompletedCall | null> {
  const call = await readCall(store, workspace, requestId)
  if (!call) return null
  const { reading, response, latencyMilliseconds } = call
  tally.add({
    requestId,
    usage: isReported(reading.usage) ? reading.usage : null,
    cost,
    latencyMilliseconds,
    waitedMilliseconds: 0,
    firstTokenMilliseconds: null,
    promptVersion: versionOf(logFields.link),
  })
  return { requestId, reading, reply: { response, usage: null, finishReason, model: name } }
}

const versionOf = ({ prompt_id, prompt_version_number }: PlannedCall['logFields']['link']) =>
  prompt_id === null || prompt_version_number === null
    ? null
    : { promptId: prompt_id, version: prompt_version_number }

async function readStream(
  stream: AsyncGenerator<ModelChunk, ModelOutcome>,
  onText: (text: string) => Promise<void>,
): Promise<ModelOutcome> {
  try {
    for (;;) {
      const { done, value } = await stream.next()
      if (done) return value
      if (value.text !== '') await onText(value.text)
    }
  } finally {
    // Stops the provider if the reader stops early.
    await stream.return(undefined as never)
  }
}

interface CallEnd {
  readonly reply: ModelReply | null
  readonly timing: CallTiming
  readonly error: unknown
  readonly endedAt: number
  readonly key: string
}

const unknownTiming: CallTiming = {
  attempts: 1,
  latencyMilliseconds: 0,
  waitedMilliseconds: 0,
  firstTokenMilliseconds: null,
}

async function logCall(
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
  const beside =
    paid && (reply !== null || !signal.aborted)
      ? (requestId: number, price: Money | null) =>
          paid.insertStatements(key, { requestId, cost: costOf(price), finishReason, isAnswer })
      : null
  const { id, reading, cost } = await recordCall(context, workspace, call, beside)
  if (reply !== null) context.modelSlots.countCost(model.provider, cost)
  tally.add({
    requestId: id,
    usage: isFree || isReported(reading.usage) ? reading.usage : null,
    cost: costOf(cost),
    latencyMilliseconds,
    waitedMilliseconds,
    firstTokenMilliseconds,
    promptVersion: versionOf(logFields.link),
  })
  return { requestId: id, reading }
}

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
