import type {
  ChatCompletionRequest,
  ChatCompletionStreamRequest,
} from '@mistralai/mistralai/models/components'
import { type Fields, fieldsOf, isFields } from '../../../engine/json/fields.ts'
import { field } from '../../../engine/template/provider-reading/common/json.ts'
import { camelCased } from '../camel-case.ts'
import {
  callThrough,
  quotaSpent,
  requiredKey,
  type Send,
  streamThrough,
  type Wire,
} from '../exchange/index.ts'
import { chatReply } from '../openai/chat-reply.ts'
import type { ModelCall, ModelProvider, ModelReply, ProviderDependencies } from '../provider.ts'
import { assembleChat } from './assemble.ts'

const wire: Wire = {
  name: 'Mistral',
  headers: ['authorization'],
  errors: { words: [[/monthly|credits?\b|billing/i, quotaSpent]] },
}

const spelling = {
  data: new Set(['arguments', 'metadata', 'parameters', 'schema']),
  renamed: new Map([['schema', 'schemaDefinition']]),
}

export function createMistral(dependencies: ProviderDependencies): ModelProvider {
  return {
    call: (call) => callThrough(dependencies, call, wire, (guarded) => complete(call, guarded)),
    stream: (call) => streamThrough(dependencies, call, wire, (guarded) => completeStream(call, guarded)),
  }
}

async function complete(call: ModelCall, send: Send): Promise<ModelReply> {
  const chat = await openChat(call, send)
  const request = argumentsOf(call) as unknown as ChatCompletionRequest
  return chatReply(await chat.complete(request).catch(incomplete), call)
}

/** Returns an answer that the SDK rejects because a field such as usage is missing. */
function incomplete(error: unknown): unknown {
  const response = field(error, 'rawValue')
  if (!isFields(response)) throw error
  return response
}

async function completeStream(call: ModelCall, send: Send) {
  const chat = await openChat(call, send)
  const events = await chat.stream(argumentsOf(call) as unknown as ChatCompletionStreamRequest)
  return {
    events: dataOf(events),
    assembly: assembleChat(),
    replyOf: (response: Fields) => chatReply(response, call),
  }
}

async function* dataOf<Data>(events: AsyncIterable<{ readonly data: Data }>): AsyncGenerator<Data> {
  for await (const { data } of events) yield data
}

/** Loads only the chat part of the SDK, which takes 68 MB; the whole takes 120. */
async function openChat(call: ModelCall, send: Send) {
  const { Chat } = await import('@mistralai/mistralai/sdk/chat.js')
  const { HTTPClient } = await import('@mistralai/mistralai/lib/http.js')
  return new Chat({
    apiKey: requiredKey(call, wire),
    serverURL: (call.credentials.baseUrl ?? 'https://api.mistral.ai').replace(/\/v1\/?$/, ''),
    httpClient: new HTTPClient({ fetcher: send }),
    retryConfig: { strategy: 'none' },
  })
}

/** Removes `stream`, because the called method decides about streaming. */
function argumentsOf({ kwargs }: ModelCall): object {
  const { stream: _stream, ...rest } = fieldsOf(camelCased(kwargs, spelling))
  return rest
}
