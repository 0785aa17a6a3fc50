import type { CallUsage, UsageParts } from '../../price/index.ts'
import { at, count, field, has, listOf, text } from './common/json.ts'
import { usageOf } from './usage.ts'

/** Where providers put the counts of an answer. */
const places = ['usage', 'usage_metadata']

/** All that an answer says of tokens that have a price of their own; null when it says nothing of tokens. */
export function billedUsageOf(response: unknown): CallUsage | null {
  const usage = usageOf(response)
  if (usage.inputTokens + usage.outputTokens === 0) return null
  const said = places.map((place) => field(response, place)).find((value) => value !== undefined)
  return {
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cachedInputTokens: usage.cachedInputTokens,
    reasoningTokens: usage.reasoningTokens,
    ...cacheWritesOf(said),
    inputAudioTokens: partOf(said, inputDetails, 'audio'),
    inputImageTokens: partOf(said, inputDetails, 'image'),
    outputAudioTokens: partOf(said, outputDetails, 'audio'),
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
  const name = `ephemeral_${time}_input_tokens`
  const listed = listOf(field(usage, 'cache_details')).filter((detail) => field(detail, 'ttl') === time)
  const told = at(usage, 'cache_creation', name) ?? at(usage, 'input_token_details', name)
  return listed.reduce<number>((sum, detail) => sum + count(field(detail, 'input_tokens')), count(told))
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
  const details = names.map((name) => field(usage, name)).find((value) => value !== undefined)
  if (!Array.isArray(details)) return count(field(details, `${kind}_tokens`) ?? field(details, kind))
  const counts = listOf(details)
    .filter((part) => text(field(part, 'modality')).toLowerCase() === kind)
    .map((part) => count(field(part, 'token_count')))
  return counts.reduce((sum, one) => sum + one, 0)
}

/** Images alone came back: every token of the output is one of an image, unless it is told apart. */
function imagesOf(response: unknown, outputTokens: number): number | undefined {
  const isImages = listOf(field(response, 'data')).some((one) => has(one, 'b64_json') || has(one, 'url'))
  const toldApart = has(at(response, 'usage', 'output_tokens_details'), 'image_tokens')
  return isImages && !toldApart ? outputTokens : undefined
}
