import type { CallUsage, UsageParts } from '../../price/index.ts'
import type { TokenUsage } from './call.ts'
import { count, field, firstField, has, isPresent, listOf, text, valueAt } from './common/json.ts'
import { isReported, usageOf } from './usage.ts'

/** Keys under which providers report token counts. */
const usageKeys = ['usage', 'usage_metadata']

/**
 * All token counts of an answer that have their own price; null if it reports none. Callers that have the `usage` already can
 * pass it.
 */
export function billedUsageOf(response: unknown, usage: TokenUsage = usageOf(response)): CallUsage | null {
  if (!isReported(usage)) return null
  const reported = firstField(response, usageKeys, isPresent)
  return {
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cachedInputTokens: usage.cachedInputTokens,
    reasoningTokens: usage.reasoningTokens,
    ...(usage.unknownCount && { unknownCount: usage.unknownCount }),
    ...cacheWritesOf(reported),
    inputAudioTokens: partOf(reported, inputDetails, 'audio'),
    inputImageTokens: partOf(reported, inputDetails, 'image'),
    outputAudioTokens: partOf(reported, outputDetails, 'audio'),
    webSearches: count(valueAt(reported, 'server_tool_use', 'web_search_requests')) + searchesOf(response),
    outputImageTokens: imagesOf(response, usage.outputTokens) ?? partOf(reported, outputDetails, 'image'),
  }
}

/**
 * Tokens written to a cache. A provider that reports them under its own name and under OpenAI's means the
 * same tokens.
 */
export function cacheWritesOf(
  usage: unknown,
): Required<Pick<UsageParts, 'cacheWriteTokens' | 'cacheWriteHourTokens'>> {
  const counts = [
    field(usage, 'cache_creation_input_tokens'),
    field(usage, 'cache_write_input_tokens'),
    valueAt(usage, 'prompt_tokens_details', 'cache_write_tokens'),
    valueAt(usage, 'prompt_tokens_details', 'cache_creation_tokens'),
    valueAt(usage, 'input_tokens_details', 'cache_write_tokens'),
    valueAt(usage, 'input_token_details', 'cache_creation'),
  ]
  const [fiveMinutes, hour] = [cacheWritesFor(usage, '5m'), cacheWritesFor(usage, '1h')]
  return {
    cacheWriteTokens: Math.max(fiveMinutes + hour, ...counts.map(count)),
    cacheWriteHourTokens: hour,
  }
}

/** Anthropic and LangChain have a count for each cache duration, Bedrock has a list. */
function cacheWritesFor(usage: unknown, time: '5m' | '1h'): number {
  const name = ephemeral[time]
  let sum = count(valueAt(usage, 'cache_creation', name) ?? valueAt(usage, 'input_token_details', name))
  for (const detail of listOf(field(usage, 'cache_details')))
    if (field(detail, 'ttl') === time) sum += count(field(detail, 'input_tokens'))
  return sum
}

const ephemeral = { '5m': 'ephemeral_5m_input_tokens', '1h': 'ephemeral_1h_input_tokens' } as const

/**
 * The service tier named in an answer or in a call's arguments, or undefined. OpenAI has it beside the usage, Anthropic and
 * LiteLLM inside, Bedrock as an object, Google as the traffic type.
 */
export function serviceTierIn(value: unknown): string | undefined {
  const usage = firstField(value, usageKeys, isPresent)
  const candidates = [
    field(value, 'service_tier'),
    valueAt(value, 'service_tier', 'type'),
    field(usage, 'service_tier'),
    field(usage, 'traffic_type'),
  ]
  return candidates.find((candidate) => typeof candidate === 'string')
}

/** The model named in the answer: a deployment may have another name in the call. */
export function answeredModelOf(response: unknown): string {
  return text(field(response, 'model') ?? field(response, 'model_version'))
}

const inputDetails = ['prompt_tokens_details', 'input_tokens_details', 'input_token_details']
const outputDetails = [
  'completion_tokens_details',
  'output_tokens_details',
  'output_token_details',
  'candidates_tokens_details',
]

/** An object with a count for each kind, or Google's list of modalities. */
function partOf(usage: unknown, names: readonly string[], kind: 'audio' | 'image'): number {
  const details = firstField(usage, names, isPresent)
  if (!Array.isArray(details)) return count(field(details, `${kind}_tokens`) ?? field(details, kind))
  const counts = listOf(details)
    .filter((part) => text(field(part, 'modality')).toLowerCase() === kind)
    .map((part) => count(field(part, 'token_count')))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** OpenAI bills search calls but not opened pages, and its usage does not count them. */
function searchesOf(response: unknown): number {
  return listOf(field(response, 'output')).filter(
    (item) =>
      field(item, 'type') === 'web_search_call' &&
      field(item, 'status') !== 'failed' &&
      (valueAt(item, 'action', 'type') ?? 'search') === 'search',
  ).length
}

/** If the answer has only images, all output tokens are image tokens, unless the details say otherwise. */
function imagesOf(response: unknown, outputTokens: number): number | undefined {
  const isImages = listOf(field(response, 'data')).some((item) => has(item, 'b64_json') || has(item, 'url'))
  const hasImageTokens = has(valueAt(response, 'usage', 'output_tokens_details'), 'image_tokens')
  return isImages && !hasImageTokens ? outputTokens : undefined
}
