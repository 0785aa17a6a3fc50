import type { Content, GenerateContentConfig, GenerateContentResponse, PartListUnion } from '@google/genai'
import { field, fieldsOf, listOf } from '../../../engine/template/provider-reading/index.ts'
import { callThrough, type Send, streamThrough, type Wire } from '../exchange/index.ts'
import type { ModelCall, ModelChunk, ModelProvider, ModelReply } from '../provider.ts'
import { assembleAnswer, plain, replyOf } from './answer.ts'
import { camelCased } from './camel-case.ts'
import { googleErrors } from './errors.ts'
import { openClient } from './sdk.ts'

/** The SDK writes the provider's error behind words of its own. */
function errorInside(error: unknown): unknown {
  const message = error instanceof Error && error.name === 'ApiError' ? error.message : ''
  try {
    return JSON.parse(message.slice(message.indexOf('{'))) as unknown
  } catch {
    return null
  }
}

const shared = { headers: ['authorization', 'x-goog-api-key'], errors: googleErrors, errorInside }
const gemini: Wire = { name: 'Gemini', ...shared }
const vertex: Wire = { name: 'Gemini on Vertex AI', ...shared }
const wireOf = ({ provider }: ModelCall) => (provider === 'vertexai' ? vertex : gemini)

/** Gemini, by its own API (`google`) and on Vertex AI (`vertexai`). */
export function googleProvider(send: Send): ModelProvider {
  return {
    call: (call) => callThrough(send, call, wireOf(call), (guarded) => generate(call, guarded)),
    stream: (call) => streamThrough(send, call, wireOf(call), (guarded) => generateStream(call, guarded)),
  }
}

async function generate(call: ModelCall, send: Send): Promise<ModelReply> {
  const { chat, whole } = await ask(call, send)
  const response = chat ? await chat.sendMessage(chat.last) : await whole!.generate()
  return replyOf(plain(response), call)
}

async function* generateStream(call: ModelCall, send: Send): AsyncGenerator<ModelChunk, ModelReply> {
  const { chat, whole } = await ask(call, send)
  const chunks = chat ? await chat.sendMessageStream(chat.last) : await whole!.generateStream()
  const answer = assembleAnswer()
  for await (const chunk of chunks) {
    const raw = plain(chunk)
    yield { raw, text: answer.add(raw) }
  }
  return replyOf(answer.answer(), call)
}
