import { billedUsageOf } from '../../template/provider-reading/index.ts'
import type { SpanUsage } from './call-facts.ts'

/** In OpenAI's names, as an answer carries it. */
export function answeredUsage(usage: SpanUsage): Record<string, unknown> {
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
 * Every convention counts cache tokens into the input; Anthropic does not, and some who write its spans hand its counts
 * on as they are. More cached than there was input tells it, and so does a total that counts both.
 */
function wholeInput({ input, output, total, cachedInput, cacheWrite }: SpanUsage): number {
  const inCache = (cachedInput ?? 0) + (cacheWrite ?? 0)
  const told = input ?? 0
  const isBeside = inCache > told || (total ?? 0) === told + (output ?? 0) + inCache
  return isBeside ? told + inCache : told
}

/** The usage that a provider's own answer holds goes before what was made of it, as far as it says something. */
export function withCounted(said: SpanUsage, usage: unknown): SpanUsage {
  const counted = billedUsageOf({ usage })
  if (!counted) return said
  return {
    total: null,
    input: counted.inputTokens || said.input,
    output: counted.outputTokens || said.output,
    cachedInput: counted.cachedInputTokens || said.cachedInput,
    cacheWrite: counted.cacheWriteTokens || said.cacheWrite,
    cacheWriteHour: counted.cacheWriteHourTokens || said.cacheWriteHour,
    inputAudio: counted.inputAudioTokens || said.inputAudio,
    outputAudio: counted.outputAudioTokens || said.outputAudio,
    reasoning: counted.reasoningTokens || said.reasoning,
  }
}
