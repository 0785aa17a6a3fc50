import { type Fields, fieldsOf, isFields } from '../../json/fields.ts'
import type { TokenUsage } from './call.ts'
import { count, countOrNull, field, firstField, has, isNumber, listOf, valueAt } from './common/json.ts'

/** Paths under which providers and LangChain report token counts. */
const USAGE_PATHS = [['usage'], ['usage_metadata'], ['llm_output', 'token_usage'], ['meta']]

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
  const hasOutput = !isEmbedding(response)
  if (has(usage, 'prompt_token_count') || has(usage, 'candidates_token_count'))
    return googleUsage(usage, hasOutput)
  if (has(usage, 'prompt_tokens') || has(usage, 'completion_tokens')) return openaiUsage(usage, hasOutput)
  if (has(usage, 'tokens'))
    return namedUsage(fieldsOf(field(usage, 'tokens')), hasOutput, field(usage, 'cached_tokens'))
  if (has(usage, 'billed_units')) return namedUsage(fieldsOf(field(usage, 'billed_units')), hasOutput)
  if (has(response, 'prompt_eval_count') || has(response, 'eval_count'))
    return ollamaUsage(response, hasOutput)
  return namedUsage(usage, hasOutput)
}

/** False if an answer has no token counts: no call has neither input nor output. */
export const isReported = ({ inputTokens, outputTokens }: Pick<TokenUsage, 'inputTokens' | 'outputTokens'>) =>
  inputTokens + outputTokens > 0

/** True if an answer has both counts. */
export const isCounted = (usage: Pick<TokenUsage, 'inputTokens' | 'outputTokens' | 'unknownCount'>) =>
  isReported(usage) && !usage.unknownCount

/** An embedding has no output; some providers report only its input, or only the total. */
const isEmbedding = (response: unknown): boolean =>
  has(response, 'embeddings') || has(listOf(field(response, 'data'))[0], 'embedding')

type BothCounts = Pick<TokenUsage, 'inputTokens' | 'outputTokens' | 'unknownCount'>

/** A count that is not reported follows from the total. Without a total, or if the report is no count, it is unknown. */
function bothCounts(input: unknown, output: unknown, total: unknown): BothCounts {
  const [inputTokens, outputTokens] = [countOrNull(input), countOrNull(output)]
  const whole = countOrNull(total)
  const rest = (reported: unknown, other: number | null) =>
    reported == null && whole !== null && other !== null && whole >= other ? whole - other : null
  const knownInput = inputTokens ?? rest(input, outputTokens)
  const knownOutput = outputTokens ?? rest(output, inputTokens)
  const isPartial = (knownInput === null) !== (knownOutput === null)
  const unknownCount = isPartial && (knownInput === null ? 'input' : 'output')
  return {
    inputTokens: knownInput ?? 0,
    outputTokens: knownOutput ?? 0,
    ...(unknownCount && { unknownCount }),
  }
}

/** A sum with parts that are 0 where absent; a value that is no count stays as it is. */
const withParts = (value: unknown, parts: number): unknown => {
  const counted = countOrNull(value)
  return counted === null ? value : counted + parts
}

function countsOf(response: unknown): Fields {
  for (const path of USAGE_PATHS) {
    const counts = valueAt(response, ...path)
    if (isFields(counts)) return counts
  }
  return {}
}

/**
 * Proxies add a provider's own names to OpenAI's, for the same tokens. xAI adds reasoning to the completion tokens, OpenAI
 * includes it: the total shows which.
 */
const openaiUsage = (usage: Fields, hasOutput: boolean): TokenUsage => {
  const answer = field(usage, 'completion_tokens') ?? noOutput(hasOutput)
  const counts = bothCounts(field(usage, 'prompt_tokens'), answer, field(usage, 'total_tokens'))
  const reasoning = count(
    valueAt(usage, 'completion_tokens_details', 'reasoning_tokens') ?? field(usage, 'reasoning_tokens'),
  )
  const isBeside =
    count(field(usage, 'total_tokens')) === counts.inputTokens + counts.outputTokens + reasoning &&
    isCounted(counts)
  return {
    ...counts,
    outputTokens: isBeside ? counts.outputTokens + reasoning : counts.outputTokens,
    cachedInputTokens: count(
      valueAt(usage, 'prompt_tokens_details', 'cached_tokens') ?? firstField(usage, CACHED, isNumber),
    ),
    reasoningTokens: reasoning,
  }
}

/** Google counts thoughts and tool prompts separately, and leaves out the answer's count if the call ended in thoughts. */
const googleUsage = (usage: Fields, hasOutput: boolean): TokenUsage => {
  const thoughts = count(field(usage, 'thoughts_token_count'))
  const candidates = field(usage, 'candidates_token_count') ?? noOutput(hasOutput && thoughts === 0)
  return {
    ...bothCounts(
      withParts(field(usage, 'prompt_token_count'), sum(usage, 'tool_use_prompt_token_count')),
      withParts(candidates, thoughts),
      field(usage, 'total_token_count'),
    ),
    cachedInputTokens: count(field(usage, 'cached_content_token_count')),
    reasoningTokens: thoughts,
  }
}

/**
 * input_tokens and output_tokens: OpenAI Responses and images (details included), Anthropic and Bedrock (cache reads and writes
 * added), LangChain, Cohere.
 */
const namedUsage = (usage: Fields, hasOutput: boolean, cached?: unknown): TokenUsage => {
  const separateCacheReads = sum(usage, 'cache_read_input_tokens', 'cache_read_input_token_count')
  const inside =
    valueAt(usage, 'input_tokens_details', 'cached_tokens') ??
    valueAt(usage, 'input_token_details', 'cache_read')
  const inCache = separateCacheReads + sum(usage, 'cache_creation_input_tokens', 'cache_write_input_tokens')
  return {
    ...bothCounts(
      withParts(field(usage, 'input_tokens'), inCache),
      field(usage, 'output_tokens') ?? noOutput(hasOutput),
      field(usage, 'total_tokens'),
    ),
    cachedInputTokens: separateCacheReads + count(inside ?? cached),
    reasoningTokens: count(
      valueAt(usage, 'output_tokens_details', 'reasoning_tokens') ??
        valueAt(usage, 'output_tokens_details', 'thinking_tokens') ??
        valueAt(usage, 'output_token_details', 'reasoning'),
    ),
  }
}

const ollamaUsage = (response: unknown, hasOutput: boolean): TokenUsage => ({
  ...bothCounts(
    field(response, 'prompt_eval_count'),
    field(response, 'eval_count') ?? noOutput(hasOutput),
    undefined,
  ),
  cachedInputTokens: 0,
  reasoningTokens: 0,
})

const noOutput = (hasOutput: boolean): number | undefined => (hasOutput ? undefined : 0)

const sum = (usage: Fields, ...names: string[]): number =>
  names.reduce((total, name) => total + count(field(usage, name)), 0)
