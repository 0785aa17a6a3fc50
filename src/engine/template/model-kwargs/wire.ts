import type { Model } from '../blueprint/index.ts'

/** The supported request forms; each is the argument of one SDK method or of a family of them. */
export type Wire =
  | 'openai-chat'
  | 'openai-responses'
  | 'openai-images'
  | 'anthropic'
  | 'google'
  | 'bedrock'
  | 'mistral'
  | 'cohere'
  | 'huggingface'

const byProvider = new Map<string, Wire>([
  ['anthropic', 'anthropic'],
  ['anthropic.bedrock', 'anthropic'],
  ['google', 'google'],
  ['vertexai', 'google'],
  ['amazon.bedrock', 'bedrock'],
  ['mistral', 'mistral'],
  ['cohere', 'cohere'],
  ['huggingface', 'huggingface'],
])

const byApiType: Record<ApiType, Wire> = {
  'chat-completions': 'openai-chat',
  responses: 'openai-responses',
  images: 'openai-images',
}

export type ApiType = 'chat-completions' | 'responses' | 'images'

/** The providers with OpenAI's endpoints in all API types. */
export const isOpenAi = (provider: string): boolean => provider === 'openai' || provider === 'openai.azure'

/**
 * The normalized API type, as both SDKs compare it: `chat.completions`, `chat` and no value are chat-completions.
 * Source: reference 0.6 and 5.2.
 */
export const openAiApiType = (stored: string | null | undefined): ApiType => {
  const word = (stored ?? '').toLowerCase()
  if (word === 'responses' || word === 'response') return 'responses'
  return word === 'images' || word === 'image' ? 'images' : 'chat-completions'
}

/** The request form for a model. Unknown and custom providers use OpenAI chat. */
export const wireOf = (model: Pick<Model, 'provider' | 'name' | 'api_type'>): Wire => {
  if (isOpenAi(model.provider)) return byApiType[openAiApiType(model.api_type)]
  if (model.provider === 'vertexai' && model.name.startsWith('claude')) return 'anthropic'
  return byProvider.get(model.provider) ?? 'openai-chat'
}
