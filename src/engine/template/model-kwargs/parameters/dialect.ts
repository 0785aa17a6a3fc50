import type { Model } from '../../blueprint/index.ts'
import { isOpenAi, type Wire, wireOf } from '../wire.ts'

/**
 * The naming of parameters: by wire, but OpenAI's chat endpoint and compatible endpoints differ (max_completion_tokens
 * or max_tokens, top_k).
 */
export type Dialect = Wire | 'compatible'

export const dialectOf = (model: Pick<Model, 'provider' | 'name' | 'api_type'>): Dialect => {
  const wire = wireOf(model)
  return wire === 'openai-chat' && !isOpenAi(model.provider) ? 'compatible' : wire
}

/** These endpoints ignore or forward unknown parameters; all others refuse them. */
export const isLenient = (dialect: Dialect): boolean => dialect === 'compatible' || dialect === 'huggingface'
