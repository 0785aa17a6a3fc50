import type OpenAI from 'openai'
import { type Fields, isFields } from '../../../engine/json/fields.ts'
import { wireOf } from '../../../engine/template/model-kwargs/index.ts'
import { field, pickPresent } from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'
import type { ModelCall } from '../provider.ts'
import { assembleChat } from './assemble-chat.ts'
import { assembleResponses } from './assemble-responses.ts'
import { assembleText } from './assemble-text.ts'

type Body = Readonly<Record<string, unknown>>
type SdkPromise = ReturnType<OpenAI['post']>

/** One method of the SDK, for one kind of call. */
export interface Method {
  readonly name: string
  /** The field with a list that every valid answer has. */
  readonly requiredList: string
  /** The path of the request, if the SDK returns the answer unchanged; otherwise null. */
  readonly plainPath: string | null
  /** Null if the method cannot stream. */
  readonly assemble: (() => Assembly) | null
  send(client: OpenAI, body: Body, signal: AbortSignal): SdkPromise
}

/** The provider validates the parameters of a template; nothing checks them here. */
const method = (
  name: string,
  requiredList: string,
  assemble: Method['assemble'],
  create: (client: OpenAI) => { create(body: never, options: { signal: AbortSignal }): unknown },
  plainPath: string | null = null,
): Method => ({
  name,
  requiredList,
  assemble,
  plainPath,
  send: (client, body, signal) => create(client).create(body as never, { signal }) as SdkPromise,
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

/** As in the vendor's SDK, a template with `content` in place of `messages` is a text completion. */
export function methodOf({ provider, model, apiType, kwargs }: ModelCall): Method {
  if (apiType === 'embeddings') return embeddings
  const wire = wireOf({ provider, name: model, api_type: apiType })
  if (wire === 'openai-responses') return responses
  if (wire === 'openai-images') return images
  return Object.hasOwn(kwargs, 'prompt') && !Object.hasOwn(kwargs, 'messages') ? text : chat
}

/** Options of the client. The vendor's SDK takes them from the arguments, but a template must not choose an address. */
const clientOptions = ['apiKey', 'baseURL']

/** The body that the vendor's SDK would send for these `llm_kwargs`. */
export function bodyOf(method: Method, { kwargs }: ModelCall, stream: boolean): Body {
  const bodyFields = Object.fromEntries(
    Object.entries(kwargs).filter(([name]) => !clientOptions.includes(name)),
  )
  if (method.assemble === null) return bodyFields
  const reportsUsage = stream && method.requiredList === 'choices'
  return { ...bodyFields, stream, ...(reportsUsage && { stream_options: { include_usage: true } }) }
}

/** Collects events of streamed images. Partial images are passed on and not stored. */
function assembleImages(): Assembly {
  const completed: Fields[] = []
  return {
    add(event) {
      if (isFields(event) && event['type'] === 'image_generation.completed') completed.push(event)
      return ''
    },
    isComplete: () => completed.length > 0,
    response() {
      const last = completed.at(-1)
      if (!last) return null
      return {
        created: field(last, 'created_at') ?? null,
        ...pickPresent(last, ['background', 'output_format', 'quality', 'size', 'usage']),
        data: completed.map((event) => ({ b64_json: event['b64_json'] })),
      }
    },
  }
}
