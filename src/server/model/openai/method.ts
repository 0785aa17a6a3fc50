import type OpenAI from 'openai'
import { wireOf } from '../../../engine/template/model-kwargs/index.ts'
import type { Assembly } from '../assembly.ts'
import type { ModelCall } from '../provider.ts'
import { assembleChat } from './assemble-chat.ts'
import { assembleImages } from './assemble-images.ts'
import { assembleResponses } from './assemble-responses.ts'
import { assembleText } from './assemble-text.ts'

type Body = Readonly<Record<string, unknown>>
type Sent = ReturnType<OpenAI['post']>

/** One method of the SDK. */
export interface Method {
  readonly name: string
  /** The list without which an answer is none. */
  readonly mark: string
  /** Where the SDK hands out what the answer says, and adds nothing: the path to which it posts. */
  readonly plainPath: string | null
  /** Null: it does not stream. */
  readonly assemble: (() => Assembly) | null
  send(client: OpenAI, body: Body, signal: AbortSignal): Sent
}

/** Parameters are the template's, checked by the provider and by nobody before. */
const method = (
  name: string,
  mark: string,
  assemble: Method['assemble'],
  create: (client: OpenAI) => { create(body: never, options: { signal: AbortSignal }): unknown },
  plainPath: string | null = null,
): Method => ({
  name,
  mark,
  assemble,
  plainPath,
  send: (client, body, signal) => create(client).create(body as never, { signal }) as Sent,
})

const chat = method(
  'chat completions',
  'choices',
  assembleChat,
  (client) => client.chat.completions,
  '/chat/completions',
)
const text = method('completions', 'choices', assembleText, (client) => client.completions, '/completions')
const responses = method('responses', 'output', assembleResponses, (client) => client.responses)
const embeddings = method('embeddings', 'data', null, (client) => client.embeddings)
const images = method('images', 'data', assembleImages, ({ images }) => ({
  create: (body, options) => images.generate(body, options),
}))

/** A template of content rather than messages is a text completion, as for the vendor's SDK. */
export function methodOf({ provider, model, apiType, kwargs }: ModelCall): Method {
  if (apiType === 'embeddings') return embeddings
  const wire = wireOf({ provider, name: model, api_type: apiType })
  if (wire === 'openai-responses') return responses
  if (wire === 'openai-images') return images
  return Object.hasOwn(kwargs, 'prompt') && !Object.hasOwn(kwargs, 'messages') ? text : chat
}

/** Not arguments of the method: the vendor's SDK takes them for its client's, and an address is not a template's to give. */
const clientOptions = ['apiKey', 'baseURL']

/** What the vendor's SDK sends for the same `llm_kwargs`, key for key. */
export function bodyOf(method: Method, { kwargs }: ModelCall, stream: boolean): Body {
  const own = Object.fromEntries(Object.entries(kwargs).filter(([name]) => !clientOptions.includes(name)))
  if (method.assemble === null) return own
  const countsAtTheEnd = stream && method.mark === 'choices'
  return { ...own, stream, ...(countsAtTheEnd && { stream_options: { include_usage: true } }) }
}
