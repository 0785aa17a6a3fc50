import type { Model } from '../../blueprint/index.ts'
import { isOpenAi, type Wire, wireOf } from '../wire.ts'

/**
 * Whose names the parameters are in: a wire, except that OpenAI's own chat endpoint and those that
 * copied it part ways (max_completion_tokens against max_tokens, top_k).
 */
export type Dialect = Wire | 'compatible'

export const dialectOf = (model: Pick<Model, 'provider' | 'name' | 'api_type'>): Dialect => {
  const wire = wireOf(model)
  return wire === 'openai-chat' && !isOpenAi(model.provider) ? 'compatible' : wire
}

/** Endpoints that ignore or hand on a parameter they do not know; all others answer with an error. */
export const isLenient = (dialect: Dialect): boolean => dialect === 'compatible' || dialect === 'huggingface'
