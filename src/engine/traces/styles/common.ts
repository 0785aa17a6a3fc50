import { readNumeral } from '../../json/exact-number.ts'
import { providerName } from '../../template/provider-reading/index.ts'
import type { AttributeReader } from '../reading/attribute-reader.ts'
import type { Operation, SpanUsage } from '../reading/call-facts.ts'
import { textOf } from '../reading/fields.ts'

/** Facts shared by all versions of the GenAI conventions and by the styles that extend them. */

const operations = new Map<string, Operation>([
  ['chat', 'chat'],
  ['generate_content', 'chat'],
  ['text_completion', 'completion'],
  ['completion', 'completion'],
  ['embeddings', 'embedding'],
  ['embedding', 'embedding'],
  // LiteLLM names its own functions.
  ['acompletion', 'chat'],
  ['responses', 'chat'],
  ['aresponses', 'chat'],
  ['anthropic_messages', 'chat'],
  ['atext_completion', 'completion'],
  ['aembedding', 'embedding'],
])

/** `unknown`: an operation other than a model call, such as running an agent or a tool. */
export function operationOf(word: string | null): Operation | 'unknown' | null {
  if (word === null || word === '') return null
  return operations.get(word.toLowerCase()) ?? 'unknown'
}

interface ModelFacts {
  readonly provider: string
  readonly model: string | null
  readonly answeringModel: string | null
  readonly responseId: string | null
}

/** The provider, the requested model and the model that answered. */
export function modelFacts(reader: AttributeReader): ModelFacts {
  const reported = reader.text('gen_ai.provider.name', 'gen_ai.system')
  const answeringModel = reader.text('gen_ai.response.model')
  const model = reader.text('gen_ai.request.model') ?? answeringModel
  const responseId = reader.text('gen_ai.response.id')
  return { provider: providerName(reported, model), model, answeringModel, responseId }
}

/** Token counts, under all names that libraries use. */
export function usageFacts(reader: AttributeReader): SpanUsage {
  return {
    total: reader.number('gen_ai.usage.total_tokens', 'llm.usage.total_tokens'),
    input: reader.number('gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'),
    output: reader.number('gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'),
    cachedInput: reader.number(
      'gen_ai.usage.cache_read.input_tokens',
      'gen_ai.usage.cache_read_input_tokens',
      'gen_ai.usage.cached_input_tokens',
      'gen_ai.usage.cached_tokens',
      'gen_ai.usage.input_tokens.cached',
      'gen_ai.usage.details.cache_read_tokens',
      'gen_ai.usage.details.cache_read_input_tokens',
      'gen_ai.usage.details.cached_tokens',
      'gen_ai.usage.input_token_details.cache_read',
    ),
    cacheWrite: reader.number(
      'gen_ai.usage.cache_creation.input_tokens',
      'gen_ai.usage.cache_creation_input_tokens',
      // Anthropic's own SDK.
      'gen_ai.usage.cache_write.input_tokens',
      'gen_ai.usage.cache_write_input_tokens',
      'gen_ai.usage.cache_write_tokens',
      'gen_ai.usage.input_tokens.cache_write',
      'gen_ai.usage.details.cache_write_tokens',
      'gen_ai.usage.details.cache_creation_input_tokens',
      'gen_ai.usage.input_token_details.cache_creation',
    ),
    cacheWriteHour: reader.number('gen_ai.usage.input_token_details.ephemeral_1h_input_tokens'),
    inputAudio: reader.number('gen_ai.usage.details.input_audio_tokens'),
    outputAudio: reader.number('gen_ai.usage.details.output_audio_tokens'),
    reasoning: reader.number(
      'gen_ai.usage.reasoning.output_tokens',
      'gen_ai.usage.reasoning_tokens',
      'gen_ai.usage.output_tokens.reasoning',
      'gen_ai.usage.details.reasoning_tokens',
      'gen_ai.usage.output_token_details.reasoning',
    ),
  }
}

/** The cost. No convention defines a name for it; libraries use these. */
export const costFact = (reader: AttributeReader): number | null =>
  reader.number(
    'gen_ai.usage.cost',
    'gen_ai.usage.total_cost',
    'gen_ai.cost.total_cost',
    'gen_ai.cost.total',
    'gen_ai.cost.usd',
    'llm.cost.total',
    'operation.cost',
  )

const parameterNames = new Map([
  ['stop_sequences', 'stop'],
  ['choice.count', 'n'],
  ['is_stream', 'stream'],
])

/** All attributes under `gen_ai.request`, so that parameters of later versions are included. */
export function parameterFacts(reader: AttributeReader): Record<string, unknown> {
  const stream = reader.value('llm.is_streaming', 'gen_ai.is_streaming')
  const type = reader.value('gen_ai.output.type')
  // The tier of the answer takes precedence over the requested one.
  const serviceTier = reader.value(
    'openai.response.service_tier',
    'gen_ai.openai.response.service_tier',
    'openai.request.service_tier',
    'gen_ai.openai.request.service_tier',
  )
  return Object.fromEntries([
    ...reader
      .entriesUnder('gen_ai.request')
      .filter(([name]) => name !== 'model' && name !== 'type')
      .map(([name, value]) => [parameterNames.get(name) ?? name, numberText(value)]),
    ...(stream === undefined ? [] : [['stream', stream === true || stream === 'True' || stream === 'true']]),
    ...(type === undefined ? [] : [['output_type', type]]),
    ...(serviceTier === undefined ? [] : [['service_tier', serviceTier]]),
  ])
}

/**
 * Numeric text as a number, because some exporters write every value as text. Text of 300 characters or more
 * stays text.
 */
const numberText = (value: unknown): unknown =>
  typeof value === 'string' && value.length < 300 && /^-?\d+(\.\d+)?$/.test(value)
    ? readNumeral(value.replace(/^(-?)0+(?=\d)/, '$1'))
    : value

export function finishReasonFact(reader: AttributeReader): string | null {
  const reasons = reader.texts('gen_ai.response.finish_reasons', 'gen_ai.response.finish_reason')
  return textOf(reasons[0]) || null
}

/** Marks attributes as read that do not describe the call, or repeat its duration. */
export function ignoreCommon(reader: AttributeReader): void {
  for (const key of ['server.address', 'server.port', 'error.type']) reader.value(key)
  reader.value('gen_ai.client.operation.duration')
  reader.value('gen_ai.event.start_time', 'gen_ai.event.end_time')
  for (const name of ['name', 'id', 'call.id', 'description', 'version']) reader.value(`gen_ai.agent.${name}`)
}
