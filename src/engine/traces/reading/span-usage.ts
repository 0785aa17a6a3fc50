import { billedUsageOf } from '../../template/provider-reading/index.ts'
import type { Operation, SpanUsage } from './call-facts.ts'

/** In OpenAI's names, as in an answer. */
export function usageInAnswer(usage: SpanUsage, operation: Operation): Record<string, unknown> {
  const { input, output } = bothCounts(usage, operation)
  return {
    prompt_tokens: input,
    completion_tokens: output,
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

/** A count that is not reported follows from the total, if no cached tokens make the total ambiguous. */
function bothCounts(usage: SpanUsage, operation: Operation): Pick<SpanUsage, 'input' | 'output'> {
  const { total } = usage
  const input = wholeInput(usage)
  const output = operation === 'embedding' ? 0 : usage.output
  if (total == null || usage.cachedInput || usage.cacheWrite) return { input, output }
  return {
    input: input ?? (output === null || total < output ? null : total - output),
    output: output ?? (input === null || total < input ? null : total - input),
  }
}

/**
 * The full input count. All conventions include cache tokens in the input; Anthropic's counts exclude them, and some
 * instrumentations forward those. More cached tokens than input, or a total that adds both, shows it.
 */
function wholeInput({ input, output, total, cachedInput, cacheWrite }: SpanUsage): number | null {
  if (input === null || input < 0) return input
  const inCache = (cachedInput ?? 0) + (cacheWrite ?? 0)
  const isBeside = inCache > input || (total ?? 0) === input + (output ?? 0) + inCache
  return isBeside ? input + inCache : input
}

/** The usage in the provider's own answer takes precedence over the attributes. */
export function withAnswerUsage(fromAttributes: SpanUsage, usage: unknown): SpanUsage {
  const counted = billedUsageOf({ usage })
  if (!counted) return fromAttributes
  return {
    total: null,
    input: counted.inputTokens || fromAttributes.input,
    output: (counted.outputTokens || fromAttributes.output) ?? (counted.unknownCount === 'output' ? null : 0),
    cachedInput: counted.cachedInputTokens || fromAttributes.cachedInput,
    cacheWrite: counted.cacheWriteTokens || fromAttributes.cacheWrite,
    cacheWriteHour: counted.cacheWriteHourTokens || fromAttributes.cacheWriteHour,
    inputAudio: counted.inputAudioTokens || fromAttributes.inputAudio,
    outputAudio: counted.outputAudioTokens || fromAttributes.outputAudio,
    reasoning: counted.reasoningTokens || fromAttributes.reasoning,
  }
}
