import { type Fields, fieldsOf, isFields } from '../../json/fields.ts'
import type { TokenUsage } from './call.ts'
import { count, field, firstField, has, isNumber, valueAt } from './common/json.ts'

/** Paths under which providers and LangChain report token counts. */
const PLACES = [['usage'], ['usage_metadata'], ['llm_output', 'token_usage'], ['meta']]

/** Names of proxies and others for cached tokens. */
const CACHED = [
  'prompt_cache_hit_tokens',
  'cache_read_input_tokens',
  'cached_tokens',
  'cached_prompt_text_tokens',
]

/** Identifies the form by the names of the counts, because proxies mix providers' forms. */
export function usageOf(response: unknown): TokenUsage {
  const usage = countsOf(response)
  if (has(usage, 'prompt_token_count')) return googleUsage(usage)
  if (has(usage, 'prompt_tokens')) return openaiUsage(usage)
  if (has(usage, 'tokens')) return namedUsage(fieldsOf(field(usage, 'tokens')), field(usage, 'cached_tokens'))
  if (has(usage, 'billed_units')) return namedUsage(fieldsOf(field(usage, 'billed_units')))
  if (has(response, 'prompt_eval_count')) return ollamaUsage(response)
  return namedUsage(usage)
}

/** False if an answer has no token counts: no call has neither input nor output. */
export const isReported = ({ inputTokens, outputTokens }: Pick<TokenUsage, 'inputTokens' | 'outputTokens'>) =>
  inputTokens + outputTokens > 0

function countsOf(response: unknown): Fields {
  for (const path of PLACES) {
    const counts = valueAt(response, ...path)
    if (isFields(counts)) return counts
  }
  return {}
}

/**
 * Proxies add a provider's own names to OpenAI's, for the same tokens. xAI adds reasoning to the completion tokens, OpenAI
 * includes it: the total shows which.
 */
const openaiUsage = (usage: Fields): TokenUsage => {
  const [prompt, answer] = [count(field(usage, 'prompt_tokens')), count(field(usage, 'completion_tokens'))]
  const reasoning = count(
    valueAt(usage, 'completion_tokens_details', 'reasoning_tokens') ?? field(usage, 'reasoning_tokens'),
  )
  const isBeside = count(field(usage, 'total_tokens')) === prompt + answer + reasoning
  return {
    inputTokens: prompt,
    outputTokens: isBeside ? answer + reasoning : answer,
    cachedInputTokens: count(
      valueAt(usage, 'prompt_tokens_details', 'cached_tokens') ?? firstField(usage, CACHED, isNumber),
    ),
    reasoningTokens: reasoning,
  }
}

/** Google counts thoughts and tool prompts separately. */
const googleUsage = (usage: Fields): TokenUsage => {
  const thoughts = count(field(usage, 'thoughts_token_count'))
  return {
    inputTokens: sum(usage, 'prompt_token_count', 'tool_use_prompt_token_count'),
    outputTokens: count(field(usage, 'candidates_token_count')) + thoughts,
    cachedInputTokens: count(field(usage, 'cached_content_token_count')),
    reasoningTokens: thoughts,
  }
}

/**
 * input_tokens and output_tokens: OpenAI Responses and images (details included), Anthropic and Bedrock (cache reads and writes
 * added), LangChain, Cohere.
 */
const namedUsage = (usage: Fields, cached?: unknown): TokenUsage => {
  const separateCacheReads = sum(usage, 'cache_read_input_tokens', 'cache_read_input_token_count')
  const inside =
    valueAt(usage, 'input_tokens_details', 'cached_tokens') ??
    valueAt(usage, 'input_token_details', 'cache_read')
  return {
    inputTokens:
      separateCacheReads +
      sum(usage, 'input_tokens', 'cache_creation_input_tokens', 'cache_write_input_tokens'),
    outputTokens: count(field(usage, 'output_tokens')),
    cachedInputTokens: separateCacheReads + count(inside ?? cached),
    reasoningTokens: count(
      valueAt(usage, 'output_tokens_details', 'reasoning_tokens') ??
        valueAt(usage, 'output_tokens_details', 'thinking_tokens') ??
        valueAt(usage, 'output_token_details', 'reasoning'),
    ),
  }
}

const ollamaUsage = (response: unknown): TokenUsage => ({
  inputTokens: count(field(response, 'prompt_eval_count')),
  outputTokens: count(field(response, 'eval_count')),
  cachedInputTokens: 0,
  reasoningTokens: 0,
})

const sum = (usage: Fields, ...names: string[]): number =>
  names.reduce((total, name) => total + count(field(usage, name)), 0)
