import type { Cohere } from 'cohere-ai'
import { type Fields, isFields } from '../../../engine/json/fields.ts'
import { count, field, text } from '../../../engine/template/provider-reading/common/json.ts'
import {
  callThrough,
  failureOfError,
  notAllowed,
  quotaSpent,
  requiredKey,
  type Send,
  streamThrough,
  timedOut,
  unavailable,
  type Wire,
} from '../exchange/index.ts'
import type { ModelCall, ModelProvider, ModelReply, ModelUsage, ProviderDependencies } from '../provider.ts'
import { cohereArguments } from './arguments.ts'
import { assembleCohere } from './assemble.ts'

const wire: Wire = {
  name: 'Cohere',
  headers: ['authorization'],
  errors: {
    words: [
      [/trial key.*\bmonth|monthly|billing/i, quotaSpent],
      [/invalid api token/i, notAllowed],
    ],
    codes: new Map([
      ['ERROR', unavailable],
      ['TIMEOUT', timedOut],
    ]),
    statuses: new Map([[498, notAllowed]]),
  },
}

export function createCohere(dependencies: ProviderDependencies): ModelProvider {
  return {
    call: (call) => callThrough(dependencies, call, wire, (guarded) => chat(call, guarded)),
    stream: (call) => streamThrough(dependencies, call, wire, (guarded) => chatStream(call, guarded)),
  }
}

async function chat(call: ModelCall, send: Send): Promise<ModelReply> {
  const client = await openClient(call, send)
  const response = await client.chat(cohereArguments(call.kwargs) as Cohere.V2ChatRequest)
  refuseError(response, call)
  return replyOf(response, call)
}

async function chatStream(call: ModelCall, send: Send) {
  const client = await openClient(call, send)
  return {
    events: withoutErrors(
      await client.chatStream(cohereArguments(call.kwargs) as Cohere.V2ChatStreamRequest),
      call,
    ),
    assembly: assembleCohere(),
    replyOf: (response: Fields) => replyOf(response, call),
  }
}

async function* withoutErrors<Event>(events: AsyncIterable<Event>, call: ModelCall): AsyncGenerator<Event> {
  for await (const event of events) {
    refuseError(field(event, 'delta'), call)
    yield event
  }
}

/** Cohere ends a failed message like a complete one, so the reason is checked. */
function refuseError(end: unknown, call: ModelCall): void {
  const reason = field(end, 'finishReason')
  if (reason === 'ERROR' || reason === 'TIMEOUT')
    throw failureOfError({ type: reason, message: field(end, 'error') }, wire, call)
}

async function openClient(call: ModelCall, send: Send) {
  const { CohereClientV2 } = await import('cohere-ai')
  return new CohereClientV2({
    token: requiredKey(call, wire),
    ...(call.credentials.baseUrl !== null && {
      baseUrl: call.credentials.baseUrl.replace(/\/v[12]\/?$/, ''),
    }),
    fetch: send,
    maxRetries: 0,
    // After a failed call the SDK leaves its timer running. With 0 the timer ends at once, and its signal is not used.
    timeoutInSeconds: 0,
  })
}

function replyOf(response: object, call: ModelCall): ModelReply {
  const reason = field(response, 'finishReason')
  if (!isFields(field(response, 'message'))) throw new Error('it holds no message.')
  return {
    response,
    usage: usageOf(field(response, 'usage')),
    finishReason: typeof reason === 'string' ? reason : null,
    model: text(call.kwargs['model']) || call.model,
  }
}

/** Counts the tokens read and written. `billed_units` lacks the tokens that Cohere adds. */
function usageOf(usage: unknown): ModelUsage | null {
  const tokens = field(usage, 'tokens') ?? field(usage, 'billedUnits')
  if (!isFields(tokens)) return null
  return {
    inputTokens: count(field(tokens, 'inputTokens')),
    outputTokens: count(field(tokens, 'outputTokens')),
    cachedInputTokens: count(field(usage, 'cachedTokens')),
    cacheWriteTokens: 0,
    reasoningTokens: 0,
    inputAudioTokens: 0,
    outputAudioTokens: 0,
  }
}
