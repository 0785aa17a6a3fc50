import type { InferenceClient } from '@huggingface/inference'
import { type Fields, isFields } from '../../../engine/json/fields.ts'
import { field, text } from '../../../engine/template/provider-reading/common/json.ts'
import {
  callThrough,
  notAllowed,
  quotaSpent,
  type Send,
  streamThrough,
  type Wire,
} from '../exchange/index.ts'
import { assembleChat } from '../openai/assemble-chat.ts'
import { chatReply } from '../openai/chat-reply.ts'
import type { ModelCall, ModelProvider, ModelReply, ProviderDependencies } from '../provider.ts'
import { assembleText } from './assemble-text.ts'

const wire: Wire = {
  name: 'Hugging Face',
  headers: ['authorization', 'x-hf-bill-to'],
  errors: {
    words: [
      [/exceeded your monthly|credits/i, quotaSpent],
      [/invalid (username|credentials|token)|gated repo/i, notAllowed],
    ],
    delayOf(body) {
      const seconds = field(body, 'estimated_time')
      return typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds * 1000) : null
    },
  },
}

/** Hugging Face's router, or a self-hosted endpoint, which may need no key. */
export function createHuggingFace(dependencies: ProviderDependencies): ModelProvider {
  return {
    call: (call) =>
      callThrough(dependencies, call, wire, (guarded) =>
        isChat(call) ? chat(call, guarded) : generate(call, guarded),
      ),
    stream: (call) =>
      streamThrough(dependencies, call, wire, (guarded) =>
        isChat(call) ? chatStream(call, guarded) : generateStream(call, guarded),
      ),
  }
}

const isChat = ({ kwargs }: ModelCall) => kwargs['inputs'] === undefined

async function chat(call: ModelCall, send: Send): Promise<ModelReply> {
  const { client, kwargs, options } = await openClient(call, send)
  return chatReply(await client.chatCompletion({ ...kwargs, messages: messagesOf(call) }, options), call)
}

async function chatStream(call: ModelCall, send: Send) {
  const { client, kwargs, options } = await openClient(call, send)
  const request = { stream_options: { include_usage: true }, ...kwargs, messages: messagesOf(call) }
  return {
    events: client.chatCompletionStream(request, options) as AsyncIterable<unknown>,
    assembly: assembleChat(),
    replyOf: (response: Fields) => chatReply(response, call),
  }
}

type Messages = Parameters<InferenceClient['chatCompletion']>[0]['messages']

/** The messages of a template, unchecked: the provider refuses wrong ones. */
const messagesOf = ({ kwargs }: ModelCall) => kwargs['messages'] as Messages

async function generate(call: ModelCall, send: Send): Promise<ModelReply> {
  const { client, kwargs, options } = await openClient(call, send)
  const response = await client.textGeneration({ ...kwargs, inputs: text(call.kwargs['inputs']) }, options)
  return generated(response, call)
}

async function generateStream(call: ModelCall, send: Send) {
  const { client, kwargs, options } = await openClient(call, send)
  const request = { ...kwargs, inputs: text(call.kwargs['inputs']) }
  return {
    events: client.textGenerationStream(request, options) as AsyncIterable<unknown>,
    assembly: assembleText(),
    replyOf: (response: Fields) => generated(response, call),
  }
}

function generated(response: unknown, call: ModelCall): ModelReply {
  if (!isFields(response) || typeof response['generated_text'] !== 'string')
    throw new Error('it holds no text.')
  const reason = field(field(response, 'details'), 'finish_reason')
  return {
    response,
    usage: null,
    finishReason: typeof reason === 'string' ? reason : null,
    model: call.model,
  }
}

/** Arguments that are removed, because a template must not choose address or token. */
const reserved = [
  'accessToken',
  'apiKey',
  'baseURL',
  'endpointUrl',
  'inputs',
  'messages',
  'stream',
  'urlTransform',
]

async function openClient(call: ModelCall, send: Send) {
  const { InferenceClient } = await import('@huggingface/inference')
  const { apiKey, baseUrl } = call.credentials
  const excluded = baseUrl === null ? reserved : [...reserved, 'provider']
  const kwargs = Object.fromEntries(Object.entries(call.kwargs).filter(([name]) => !excluded.includes(name)))
  return {
    client: new InferenceClient(apiKey ?? '', baseUrl === null ? {} : { endpointUrl: baseUrl }),
    kwargs: { model: call.model, ...kwargs },
    options: { fetch: send, retry_on_error: false },
  }
}
