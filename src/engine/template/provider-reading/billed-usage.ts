import type { CallUsage, UsageParts } from '../../price/index.ts'
import type { TokenUsage } from './call.ts'
import { at, count, field, firstField, has, isThere, listOf, text } from './common/json.ts'
import { usageOf } from './usage.ts'

/** Where providers put the counts of an answer. */
const places = ['usage', 'usage_metadata']

/**
 * All that an answer says of tokens that have a price of their own; null when it says nothing of tokens. `usage` is
 * for those who have it.
 */
export function billedUsageOf(response: unknown, usage: TokenUsage = usageOf(response)): CallUsage | null {
  if (usage.inputTokens + usage.outputTokens === 0) return null
  const said = firstField(response, places, isThere)
  return {
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cachedInputTokens: usage.cachedInputTokens,
    reasoningTokens: usage.reasoningTokens,
    ...cacheWritesOf(said),
    inputAudioTokens: partOf(said, inputDetails, 'audio'),
    inputImageTokens: partOf(said, inputDetails, 'image'),
    outputAudioTokens: partOf(said, outputDetails, 'audio'),
    webSearches: count(at(said, 'server_tool_use', 'web_search_requests')) + searchesOf(response),
    outputImageTokens: imagesOf(response, usage.outputTokens) ?? partOf(said, outputDetails, 'image'),
  }
}

/** Who names a count twice, in his own words and in OpenAI's, means the same tokens. */
export function cacheWritesOf(
  usage: unknown,
): Required<Pick<UsageParts, 'cacheWriteTokens' | 'cacheWriteHourTokens'>> {
  const counts = [
    field(usage, 'cache_creation_input_tokens'),
    field(usage, 'cache_write_input_tokens'),
    at(usage, 'prompt_tokens_details', 'cache_write_tokens'),
    at(usage, 'prompt_tokens_details', 'cache_creation_tokens'),
    at(usage, 'input_tokens_details', 'cache_write_tokens'),
    at(usage, 'input_token_details', 'cache_creation'),
  ]
  const [fiveMinutes, hour] = [keptFor(usage, '5m'), keptFor(usage, '1h')]
  return {
    cacheWriteTokens: Math.max(fiveMinutes + hour, ...counts.map(count)),
    cacheWriteHourTokens: hour,
  }
}

/** Anthropic and LangChain have a count for each time that a write is kept, Bedrock a list. */
function keptFor(usage: unknown, time: '5m' | '1h'): number {
  const name = ephemeral[time]
  let sum = count(at(usage, 'cache_creation', name) ?? at(usage, 'input_token_details', name))
  for (const detail of listOf(field(usage, 'cache_details')))
    if (field(detail, 'ttl') === time) sum += count(field(detail, 'input_tokens'))
  return sum
}

const ephemeral = { '5m': 'ephemeral_5m_input_tokens', '1h': 'ephemeral_1h_input_tokens' } as const

/**
 * The service tier as an answer or the arguments of a call name it; undefined where they do not. OpenAI names it beside the
 * usage, Anthropic and LiteLLM in it, Bedrock as an object, Google as the traffic's type.
 */
export function serviceTierIn(value: unknown): string | undefined {
  const usage = firstField(value, places, isThere)
  const told = [
    field(value, 'service_tier'),
    at(value, 'service_tier', 'type'),
    field(usage, 'service_tier'),
    field(usage, 'traffic_type'),
  ]
  return told.find((one) => typeof one === 'string')
}

/** The model that answered, when the answer names it: a deployment may have been asked for under any name. */
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
  const details = firstField(usage, names, isThere)
  if (!Array.isArray(details)) return count(field(details, `${kind}_tokens`) ?? field(details, kind))
  const counts = listOf(details)
    .filter((part) => text(field(part, 'modality')).toLowerCase() === kind)
    .map((part) => count(field(part, 'token_count')))
  return counts.reduce((sum, one) => sum + one, 0)
}

/** OpenAI bills the searches among the calls, not the pages that were opened. Its usage does not count them. */
function searchesOf(response: unknown): number {
  return listOf(field(response, 'output')).filter(
    (item) =>
      field(item, 'type') === 'web_search_call' &&
      field(item, 'status') !== 'failed' &&
      (at(item, 'action', 'type') ?? 'search') === 'search',
  ).length
}

/** Images alone came back: every token of the output is one of an image, unless it is told apart. */
function imagesOf(response: unknown, outputTokens: number): number | undefined {
  const isImages = listOf(field(response, 'data')).some((one) => has(one, 'b64_json') || has(one, 'url'))
  const toldApart = has(at(response, 'usage', 'output_tokens_details'), 'image_tokens')
  return isImages && !toldApart ? outputTokens : undefined
}
