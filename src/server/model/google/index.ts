import type { Content, GenerateContentConfig, PartListUnion } from '@google/genai'
import { type Fields, fieldsOf } from '../../../engine/json/fields.ts'
import { field, listOf } from '../../../engine/template/provider-reading/common/json.ts'
import { camelCased } from '../camel-case.ts'
import { callThrough, type Send, streamThrough, type Wire } from '../exchange/index.ts'
import type { ModelCall, ModelProvider, ModelReply, ProviderDependencies } from '../provider.ts'
import { assembleAnswer, plain, replyOf } from './answer.ts'
import { googleErrors } from './errors.ts'
import { openClient } from './sdk.ts'

const shared = { headers: ['authorization', 'x-goog-api-key'], errors: googleErrors, keepsNumbers: true }
const gemini: Wire = { name: 'Gemini', ...shared }
const vertex: Wire = { name: 'Gemini on Vertex AI', ...shared }
const wireOf = ({ provider }: ModelCall) => (provider === 'vertexai' ? vertex : gemini)

/** Gemini through its own API (`google`) and on Vertex AI (`vertexai`). */
export function createGoogle(dependencies: ProviderDependencies): ModelProvider {
  return {
    call: (call) =>
      callThrough(dependencies, call, wireOf(call), (send) => generate(dependencies, call, send)),
    stream: (call) =>
      streamThrough(dependencies, call, wireOf(call), (send) => generateStream(dependencies, call, send)),
  }
}

async function generate(
  dependencies: ProviderDependencies,
  call: ModelCall,
  send: Send,
): Promise<ModelReply> {
  const client = await openClient(dependencies, call, wireOf(call), send)
  const kwargs = argumentsOf(call)
  const response =
    'contents' in kwargs
      ? await client.models.generateContent(kwargs)
      : await client.chats.create(kwargs).sendMessage({ message: kwargs.last })
  return replyOf(plain(response), call)
}

async function generateStream(dependencies: ProviderDependencies, call: ModelCall, send: Send) {
  const client = await openClient(dependencies, call, wireOf(call), send)
  const kwargs = argumentsOf(call)
  return {
    events:
      'contents' in kwargs
        ? await client.models.generateContentStream(kwargs)
        : await client.chats.create(kwargs).sendMessageStream({ message: kwargs.last }),
    assembly: assembleAnswer(),
    replyOf: (response: Fields) => replyOf(response, call),
    rawOf: plain,
  }
}

interface GenerateRequest {
  readonly model: string
  readonly config: GenerateContentConfig
}

interface ContentRequest extends GenerateRequest {
  readonly contents: Content[]
}

interface ChatRequest extends GenerateRequest {
  readonly history: Content[]
  readonly last: PartListUnion
}

const spelling = {
  data: new Set([
    'args',
    'function_declarations',
    'labels',
    'properties',
    'response',
    'response_json_schema',
  ]),
}

/** Settings of the SDK, which are removed: an address among them would receive the key. */
const settingsOfSdk = ['abortSignal', 'httpOptions']

/**
 * Arguments of the call. As in the official clients, a chat sends the last message of its history, and a completion
 * sends its contents.
 */
function argumentsOf(call: ModelCall): ContentRequest | ChatRequest {
  const kwargs = fieldsOf(camelCased(call.kwargs, spelling))
  const model = typeof kwargs['model'] === 'string' ? kwargs['model'] : call.model
  const config = Object.fromEntries(
    Object.entries(fieldsOf(kwargs['generationConfig'])).filter(([name]) => !settingsOfSdk.includes(name)),
  ) as GenerateContentConfig
  if (kwargs['history'] === undefined)
    return { model, config, contents: (kwargs['contents'] ?? []) as Content[] }
  const history = listOf(kwargs['history']) as Content[]
  const last = (field(history.at(-1), 'parts') ?? '') as PartListUnion
  return { model, config, history: history.slice(0, -1), last }
}
