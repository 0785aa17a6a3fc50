import { isFields } from '../../json/fields.ts'
import { providerName } from '../../template/provider-reading/index.ts'
import type { AttributeReader } from '../reading/attribute-reader.ts'
import type { AttributeStyle, CallFacts, Operation, SpanUsage } from '../reading/call-facts.ts'
import { messagesOf } from '../reading/chat-message.ts'
import { field, numberOf, parsed, textOf } from '../reading/fields.ts'
import { withAnswerUsage } from '../reading/span-usage.ts'
import { toolChoiceOf, toolsOf } from '../reading/tool.ts'
import { liteLlm } from './litellm.ts'
import { openInference } from './openinference.ts'

const operations = new Map<string, Operation>([
  ['generation', 'chat'],
  ['embedding', 'embedding'],
])

/** Langfuse's SDKs: input and output of an observation as one JSON text each, with its type. */
export const langfuse: AttributeStyle = {
  name: 'langfuse',

  matches: (_span, reader) => reader.has('langfuse.observation.type'),

  read(span, reader) {
    const type = reader.text('langfuse.observation.type')?.toLowerCase()
    const operation = operations.get(type ?? '')
    if (!operation) return null
    const own = ownFacts(operation, reader)
    // LiteLLM's `langfuse_otel` adds these to attributes of OpenInference, which have the model, tokens and tools.
    const openInferenceCall = reader.has('openinference.span.kind') ? openInference.read(span, reader) : null
    if (openInferenceCall) return withOpenInference(own, openInferenceCall, reader)
    // With `LITELLM_OTEL_V2` LiteLLM adds them to its own attributes.
    const liteLlmCall = span.scope.name === 'litellm' ? liteLlm.read(span, reader) : null
    return liteLlmCall ? { ...liteLlmCall, usage: own.usage, metadata: own.metadata, tags: own.tags } : own
  },
}

function ownFacts(operation: Operation, reader: AttributeReader): CallFacts {
  const model = reader.text('langfuse.observation.model.name')
  const { input, offered } = conversationOf(reader.json('langfuse.observation.input'))
  const output = reader.json('langfuse.observation.output')
  const usage = usageOf(reader.json('langfuse.observation.usage_details'))
  const cost = numberOf(field(reader.json('langfuse.observation.cost_details'), 'total'))
  const metadata = metadataUnder('langfuse.observation.metadata', reader)
  for (const name of [
    'completion_start_time',
    'level',
    'status_message',
    'id',
    'prompt.name',
    'prompt.version',
  ])
    reader.value(`langfuse.observation.${name}`)
  for (const name of ['trace.name', 'trace.input', 'trace.output', 'generation.name'])
    reader.value(`langfuse.${name}`)
  reader.entriesUnder('langfuse.internal')
  return {
    operation,
    provider: providerName(textOf(metadata['ls_provider']), model),
    model,
    input: messagesOf(input),
    output: operation === 'embedding' ? [] : messagesOf(output, 'assistant'),
    tools: toolsOf(field(input, 'tools') ?? offered),
    toolChoice: toolChoiceOf(field(input, 'tool_choice')),
    parameters: parametersOf(reader.json('langfuse.observation.model.parameters')),
    usage,
    // A failed call gets a cost of 0 without tokens.
    cost: cost === 0 && !usage.input && !usage.output ? null : cost,
    finishReason: textOf(field(output, 'finish_reason')) ?? textOf(metadata['finish_reason']),
    variables: {},
    metadata: {
      ...deploymentOf(reader),
      ...metadataUnder('langfuse.trace.metadata', reader),
      ...metadata,
    },
    tags: reader.texts('langfuse.trace.tags'),
  }
}

const withOpenInference = (
  own: CallFacts,
  ofOpenInference: CallFacts,
  reader: AttributeReader,
): CallFacts => {
  for (const prefix of ['llm.request', 'llm.tools', 'error']) reader.entriesUnder(prefix)
  reader.value('http.response.status_code')
  reader.value('llm.is_streaming', 'llm.user', 'llm.response.model', 'llm.response.cost', 'litellm.trace_id')
  const cost = own.cost ?? ofOpenInference.cost
  return {
    ...ofOpenInference,
    answeringModel: reader.text('llm.response.model') ?? null,
    responseId: reader.text('llm.response.id') ?? ofOpenInference.responseId ?? null,
    input: own.input.length > 0 ? own.input : ofOpenInference.input,
    // LiteLLM writes 0 for a model with unknown price.
    cost: cost === 0 ? null : cost,
    metadata: { ...filledTexts(ofOpenInference.metadata), ...own.metadata },
    tags: own.tags,
  }
}

/** LiteLLM writes all fields of its metadata, most of them empty. */
const filledTexts = (metadata: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(metadata).filter(([, value]) => typeof value === 'string' && value !== ''),
  )

/** Langfuse's handler of LangChain appends each offered tool to the messages, in a message of the role `tool`. */
function conversationOf(input: unknown): { readonly input: unknown; readonly offered: unknown[] } {
  if (!Array.isArray(input)) return { input, offered: [] }
  const isOffered = (message: unknown): boolean =>
    field(message, 'role') === 'tool' && isFields(field(field(message, 'content'), 'function'))
  return {
    input: input.filter((message) => !isOffered(message)),
    offered: input.filter(isOffered).map((message) => field(message, 'content')),
  }
}

/** The Python SDK writes texts in quotes; LiteLLM writes all metadata as one JSON text. */
function metadataUnder(prefix: string, reader: AttributeReader): Record<string, unknown> {
  const whole = reader.json(prefix)
  const entries = reader.entriesUnder(prefix).map(([key, value]) => [key, parsed(value)] as const)
  return { ...(isFields(whole) ? whole : {}), ...Object.fromEntries(entries) }
}

function deploymentOf(reader: AttributeReader): Record<string, unknown> {
  const names = ['environment', 'release', 'version'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = reader.text(`langfuse.${name}`)
      return value === null || value === 'default' ? [] : [[name, value]]
    }),
  )
}

/** Langfuse's clients write `Infinity` or an empty text for some parameters that the caller did not set. */
const parametersOf = (parameters: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(isFields(parameters) ? parameters : {}).filter(
      ([, value]) => value !== 'Infinity' && value !== '',
    ),
  )

/** Token kinds, each counted once: `input` beside `input_cached_tokens`, `cache_read_input_tokens` and so on. */
function usageOf(details: unknown): SpanUsage {
  const counts = Object.entries(isFields(details) ? details : {})
  const sumOf = (kind: RegExp): number | null => {
    const matching = counts.flatMap(([key, value]) => (kind.test(key) ? (numberOf(value) ?? []) : []))
    if (matching.some((count) => count < 0)) return -1
    return matching.length > 0 ? matching.reduce((sum, count) => sum + count, 0) : null
  }
  const usage = {
    input: sumOf(/input|^prompt_tokens$/),
    output: sumOf(/output|^completion_tokens$/),
    cachedInput: sumOf(/^input_cached|^cache_read|^input_cache_read/),
    cacheWrite: sumOf(/^cache_creation|^cache_write|^input_cache_(creation|write)|^input_ephemeral/),
    cacheWriteHour: sumOf(/_1h(_|$)/),
    reasoning: sumOf(/^output_reasoning/),
  }
  // The Python SDK's client of OpenAI writes the usage as the provider sent it, with nested details.
  const isProviders = isFields(field(details, 'prompt_tokens_details', 'input_tokens_details'))
  return isProviders ? withAnswerUsage(usage, details) : usage
}
