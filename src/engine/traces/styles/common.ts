import { readNumeral } from '../../json/exact-number.ts'
import { providerName } from '../../template/provider-reading/index.ts'
import type { AttributeReader } from '../reading/attribute-reader.ts'
import type { Operation, SpanUsage } from '../reading/call-facts.ts'
import { textOf } from '../reading/fields.ts'

/** What the GenAI conventions of all versions share, and the styles that grew out of them. */

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

/** `unknown`: a word for something that is no model call, such as running an agent or a tool. */
export function operationOf(word: string | null): Operation | 'unknown' | null {
  if (word === null || word === '') return null
  return operations.get(word.toLowerCase()) ?? 'unknown'
}

interface ModelFacts {
  readonly provider: string
  readonly model: string | null
  readonly answeredBy: string | null
  readonly responseId: string | null
}

/** Who was asked, and which model answered. */
export function modelFacts(reader: AttributeReader): ModelFacts {
  const told = reader.text('gen_ai.provider.name', 'gen_ai.system')
  const answeredBy = reader.text('gen_ai.response.model')
  const model = reader.text('gen_ai.request.model') ?? answeredBy
  const responseId = reader.text('gen_ai.response.id')
  return { provider: providerName(told, model), model, answeredBy, responseId }
}

/** Tokens, under all names that libraries have for them. */
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

/** No convention names the cost; these are the names in use. */
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

const renamed = new Map([
  ['stop_sequences', 'stop'],
  ['choice.count', 'n'],
  ['is_stream', 'stream'],
])

/** `gen_ai.request.temperature` as `temperature`, and so on for whatever a later version adds. */
export function parameterFacts(reader: AttributeReader): Record<string, unknown> {
  const stream = reader.value('llm.is_streaming', 'gen_ai.is_streaming')
  const type = reader.value('gen_ai.output.type')
  // The tier that answered goes before the one that was asked for.
  const serviceTier = reader.value(
    'openai.response.service_tier',
    'gen_ai.openai.response.service_tier',
    'openai.request.service_tier',
    'gen_ai.openai.request.service_tier',
  )
  return Object.fromEntries([
    ...reader
      .named('gen_ai.request')
      .filter(([name]) => name !== 'model' && name !== 'type')
      .map(([name, value]) => [renamed.get(name) ?? name, numberText(value)]),
    ...(stream === undefined ? [] : [['stream', stream === true || stream === 'True' || stream === 'true']]),
    ...(type === undefined ? [] : [['output_type', type]]),
    ...(serviceTier === undefined ? [] : [['service_tier', serviceTier]]),
  ])
}

/** Some exporters write every value as text. No setting of a model has so many digits. */
const numberText = (value: unknown): unknown =>
  typeof value === 'string' && value.length < 300 && /^-?\d+(\.\d+)?$/.test(value)
    ? readNumeral(value.replace(/^(-?)0+(?=\d)/, '$1'))
    : value

export function finishReasonFact(reader: AttributeReader): string | null {
  const reasons = reader.texts('gen_ai.response.finish_reasons', 'gen_ai.response.finish_reason')
  return textOf(reasons[0]) || null
}

/** What says nothing about the call itself, or repeats how long it took. */
export function passOver(reader: AttributeReader): void {
  for (const key of ['server.address', 'server.port', 'error.type']) reader.value(key)
  reader.value('gen_ai.client.operation.duration')
}
