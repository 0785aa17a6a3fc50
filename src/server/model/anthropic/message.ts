import { isFields } from '../../../engine/json/fields.ts'
import { count, field, text } from '../../../engine/template/provider-reading/common/json.ts'
import type { ModelCall, ModelReply, ModelUsage } from '../provider.ts'

export function replyOf(response: unknown, call: ModelCall): ModelReply {
  if (!isFields(response) || !Array.isArray(field(response, 'content'))) throw new Error('it is no message.')
  const stopReason = field(response, 'stop_reason')
  return {
    response,
    usage: usageOf(field(response, 'usage')),
    finishReason: typeof stopReason === 'string' ? stopReason : null,
    model: text(field(response, 'model')) || call.model,
  }
}

/** Anthropic does not include cached and cache-write tokens in the input, so they are added. */
export function usageOf(usage: unknown): ModelUsage | null {
  if (!isFields(usage)) return null
  const tokens = (name: string) => count(field(usage, name))
  const cached = tokens('cache_read_input_tokens')
  const cacheWrites = tokens('cache_creation_input_tokens')
  const details = field(usage, 'output_tokens_details')
  return {
    inputTokens: tokens('input_tokens') + cached + cacheWrites,
    outputTokens: tokens('output_tokens'),
    cachedInputTokens: cached,
    cacheWriteTokens: cacheWrites,
    reasoningTokens: count(field(details, 'thinking_tokens')),
    inputAudioTokens: 0,
    outputAudioTokens: 0,
  }
}
