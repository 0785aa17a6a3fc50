import { type Fields, isFields } from '../../json/fields.ts'
import { firstField, has, isNonEmptyText, listOf, text, textOr } from './common/json.ts'
import { isFramework, providerName, providerOfModel } from './provider-name.ts'

/** Reads provider, model and arguments of a call from the places where clients report them. */

const PROVIDERS: [RegExp, string][] = [
  [/^openai\.azure/i, 'openai.azure'],
  [/bedrock/i, 'amazon.bedrock'],
]

/** LiteLLM's callback reports every call as OpenAI's client before 1.0, for any provider. */
const LITELLM = /^openai\.(chatcompletion|completion)\.create$/i

/** The reported provider, else the provider in the function's name; for a framework, the provider in its arguments. */
export function providerOf(
  providerType: unknown,
  functionName: string,
  model: string,
  kwargs: Fields,
): string {
  if (typeof providerType === 'string' && providerType !== '')
    return isFramework(providerType) ? providerOfFramework(providerType, model, kwargs) : providerType
  if (LITELLM.test(functionName)) return providerOfModel(model) ?? 'openai'
  const provider = PROVIDERS.find(([pattern]) => pattern.test(functionName))
  return provider?.[1] ?? (functionName.split('.')[0] || 'unknown')
}

/** LangChain sends its client's kind as `_type`: `openai-chat`, `anthropic-chat`. OpenAI's client may serve other providers. */
function providerOfFramework(framework: string, model: string, kwargs: Fields): string {
  const client = text(kwargs['_type'])
  const clientProvider = isFramework(client) ? null : providerName(client.replace(/[-_]chat.*$/, ''), null)
  if (clientProvider !== null && clientProvider !== 'openai') return clientProvider
  return providerOfModel(model) ?? clientProvider ?? framework
}

const REQUEST_MODEL_KEYS = ['model', 'model_id', 'model_name', 'engine']
const ANSWER_MODEL_KEYS = ['model', 'model_version']

/** The requested model, else the model in the answer. */
export function modelOf(kwargs: Fields, response: unknown): string {
  return (
    firstField(kwargs, REQUEST_MODEL_KEYS, isNonEmptyText) ??
    firstField(response, ANSWER_MODEL_KEYS, isNonEmptyText) ??
    ''
  )
}

const API_TYPES: [RegExp, string][] = [
  [/responses\./i, 'responses'],
  [/images\./i, 'images'],
  [/video_generation/i, 'video'],
  [/tts\./i, 'speech'],
  [/chat\.send/i, 'chat'],
  [/completion/i, 'chat-completions'],
]

const WITH_API_TYPES = new Set(['openai', 'openai.azure', 'openrouter'])

/** Only OpenAI, Azure and OpenRouter have several kinds of API. */
export function apiTypeOf(apiType: unknown, provider: string, functionName: string): string | null {
  if (typeof apiType === 'string' && apiType !== '') return apiType
  if (!WITH_API_TYPES.has(provider)) return null
  return API_TYPES.find(([pattern]) => pattern.test(functionName))?.[1] ?? null
}

const INPUTS = ['messages', 'input', 'contents', 'history', 'prompt', 'message', 'texts']

/** The named arguments; the input may be among the positional arguments. */
export function namedArguments(kwargs: unknown, args: unknown): Fields {
  const namedArgs = isFields(kwargs) ? kwargs : {}
  const positional = listOf(args)
  const first = positional[0]
  if (first === undefined || INPUTS.some((name) => has(namedArgs, name))) return namedArgs
  if (positional.every((item) => has(item, 'role'))) return { ...namedArgs, messages: positional }
  if (Array.isArray(first) && first.every((item) => has(item, 'role')))
    return { ...namedArgs, messages: first }
  if (isFields(first)) return { ...first, ...namedArgs }
  const prompt = textOr(first, undefined)
  return prompt === undefined ? namedArgs : { ...namedArgs, prompt }
}
