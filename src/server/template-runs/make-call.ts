import { hash as digest } from 'node:crypto'
import { isCounted, type ProviderReading } from '../../engine/template/provider-reading/index.ts'
import type { Context } from '../context.ts'
import {
  callModel,
  type ModelChunk,
  ModelFailure,
  type ModelOutcome,
  type ModelReply,
  type ModelRequest,
  streamModel,
} from '../model/index.ts'
import { readCall } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { CallAttempts } from './call-attempts.ts'
import { asRefusal } from './failures.ts'
import { type CallEnd, logCall, versionOf } from './log-call.ts'
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
  const { model, kwargs, connection, onText } = planned
  const { name, provider, api_type: apiType } = model
  const key = options.paid ? digestOf(planned) : ''
  // A response of which only a part is logged cannot be read from the log.
  const paidCall = planned.loggedPart ? null : options.paid?.take(key)
  const earlierCall = paidCall && (await loggedCall(context, workspace, paidCall, planned, options))
  if (earlierCall) return earlierCall
  const request: ModelRequest = { provider, model: name, apiType, kwargs, connection }
  const slot = await slotRequestOf(context, workspace, planned, options)
  const attempts = new CallAttempts(context, planned, options)
  const log = (end: Omit<CallEnd, 'key'>) => logCall(context, workspace, planned, options, { ...end, key })
  try {
    return await context.modelSlots.run(slot, async (takeSlot) => {
      const limits = attempts.limits(takeSlot)
      const outcome = onText
        ? await readStream(streamModel(context, workspace, request, limits), onText)
        : await callModel(context, workspace, request, limits)
      const { reply } = outcome
      const endedAt = context.now()
      await storeInTurn()
      return { ...(await log({ reply, timing: outcome, error: null, endedAt })), reply }
    })
  } catch (error) {
    const timing = attempts.timingOf(error)
    const reply = error instanceof ModelFailure ? error.partial : null
    if (timing) await log({ reply, timing, error, endedAt: context.now() })
    throw asRefusal(error, options.tally, model)
  } finally {
    attempts.end()
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
    usage: isCounted(reading.usage) ? reading.usage : null,
    cost,
    latencyMilliseconds,
    waitedMilliseconds: 0,
    firstTokenMilliseconds: null,
    promptVersion: versionOf(logFields.link),
  })
  return { requestId, reading, reply: { response, usage: null, finishReason, model: name } }
}

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
