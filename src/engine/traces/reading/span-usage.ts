import { billedUsageOf } from '../../template/provider-reading/index.ts'
import type { SpanUsage } from './call-facts.ts'

/** In OpenAI's names, as in an answer. */
export function usageInAnswer(usage: SpanUsage): Record<string, unknown> {
  return {
    prompt_tokens: wholeInput(usage),
    completion_tokens: usage.output ?? 0,
    prompt_tokens_details: {
      cached_tokens: usage.cachedInput ?? 0,
      cache_write_tokens: usage.cacheWrite ?? 0,
      audio_tokens: usage.inputAudio ?? 0,
    },
    cache_creation: { ephemeral_1h_input_tokens: usage.cacheWriteHour ?? 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning ?? 0,
      audio_tokens: usage.outputAudio ?? 0,
    },
  }
}

/**
 * The full input count. All conventions include cache tokens in the input; Anthropic's counts exclude them, and some
 * instrumentations forward those. More cached tokens than input, or a total that adds both, shows it.
 */
function wholeInput({ input, output, total, cachedInput, cacheWrite }: SpanUsage): number {
  const inCache = (cachedInput ?? 0) + (cacheWrite ?? 0)
  const reportedInput = input ?? 0
  const isBeside = inCache > reportedInput || (total ?? 0) === reportedInput + (output ?? 0) + inCache
  return isBeside ? reportedInput + inCache : reportedInput
}

/** The usage in the provider's own answer takes precedence over the attributes. */
export function withAnswerUsage(fromAttributes: SpanUsage, usage: unknown): SpanUsage {
  const counted = billedUsageOf({ usage })
  if (!counted) return fromAttributes
  return {
    total: null,
    input: counted.inputTokens || fromAttributes.input,
    output: counted.outputTokens || fromAttributes.output,
    cachedInput: counted.cachedInputTokens || fromAttributes.cachedInput,
    cacheWrite: counted.cacheWriteTokens || fromAttributes.cacheWrite,
    cacheWriteHour: counted.cacheWriteHourTokens || fromAttributes.cacheWriteHour,
    inputAudio: counted.inputAudioTokens || fromAttributes.inputAudio,
    outputAudio: counted.outputAudioTokens || fromAttributes.outputAudio,
    reasoning: counted.reasoningTokens || fromAttributes.reasoning,
  }
}
