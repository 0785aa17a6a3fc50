import {
  at,
  count,
  type Fields,
  field,
  isFields,
  listOf,
  text,
} from '../../../engine/template/provider-reading/common/json.ts'
import type { ModelCall, ModelReply, ModelUsage } from '../provider.ts'

/** The reply in a chat completion, in either spelling. */
export function chatReply(response: unknown, call: ModelCall): ModelReply {
  const choices = field(response, 'choices')
  if (!isFields(response) || !Array.isArray(choices)) throw new Error('it holds no choices.')
  const reason = field(listOf(choices)[0], 'finish_reason')
  return {
    response,
    usage: chatUsage(response['usage']),
    finishReason: typeof reason === 'string' ? reason : null,
    model: text(response['model']) || call.model,
  }
}

function chatUsage(usage: unknown): ModelUsage | null {
  if (!isFields(usage)) return null
  const detail = (side: 'prompt' | 'completion', name: string) =>
    count(at(usage, `${side}_tokens_details`, name))
  return {
    inputTokens: tokens(usage, 'prompt_tokens'),
    outputTokens: tokens(usage, 'completion_tokens'),
    cachedInputTokens: detail('prompt', 'cached_tokens') || tokens(usage, 'num_cached_tokens'),
    cacheWriteTokens: 0,
    reasoningTokens: detail('completion', 'reasoning_tokens'),
    inputAudioTokens: detail('prompt', 'audio_tokens'),
    outputAudioTokens: detail('completion', 'audio_tokens'),
  }
}

const tokens = (usage: Fields, name: string) => count(field(usage, name))
