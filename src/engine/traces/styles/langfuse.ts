import { isFields } from '../../json/fields.ts'
import { providerName } from '../../template/provider-reading/index.ts'
import type { AttributeStyle } from '../reading/call-facts.ts'
import { messagesOf } from '../reading/chat-message.ts'
import { field, numberOf, textOf } from '../reading/fields.ts'
import { toolChoiceOf, toolsOf } from '../reading/tool.ts'

const operations = new Map([
  ['generation', 'chat'],
  ['embedding', 'embedding'],
] as const)

/** Langfuse's SDKs: input and output of an observation as one JSON text each, with its type. */
export const langfuse: AttributeStyle = {
  name: 'langfuse',

  wrote: (_span, reader) => reader.has('langfuse.observation.type'),

  read(_span, reader) {
    const type = reader.text('langfuse.observation.type')?.toLowerCase()
    const operation = operations.get(type as 'generation' | 'embedding')
    if (!operation) return null
    const model = reader.text('langfuse.observation.model.name')
    const input = reader.json('langfuse.observation.input')
    const output = reader.json('langfuse.observation.output')
    const parameters = reader.json('langfuse.observation.model.parameters')
    for (const key of ['completion_start_time', 'level', 'status_message'])
      reader.value(`langfuse.observation.${key}`)
    reader.value('langfuse.environment', 'langfuse.release', 'langfuse.version')
    return {
      operation,
      provider: providerName(null, model),
      model,
      input: messagesOf(input),
      output: operation === 'embedding' ? [] : messagesOf(output, 'assistant'),
      tools: toolsOf(field(input, 'tools')),
      toolChoice: toolChoiceOf(field(input, 'tool_choice')),
      parameters: isFields(parameters) ? parameters : {},
      usage: usageOf(reader.json('langfuse.observation.usage_details')),
      cost: numberOf(field(reader.json('langfuse.observation.cost_details'), 'total')),
      finishReason: textOf(field(output, 'finish_reason')),
      variables: {},
      metadata: {
        ...Object.fromEntries(reader.named('langfuse.trace.metadata')),
        ...Object.fromEntries(reader.named('langfuse.observation.metadata')),
      },
      tags: reader.texts('langfuse.trace.tags'),
    }
  },
}

/** Token kinds, each counted once: `input` beside `input_cached_tokens`, `cache_read_input_tokens` and so on. */
function usageOf(details: unknown) {
  const counts = Object.entries(isFields(details) ? details : {})
  const sumOf = (kind: RegExp): number | null => {
    const matching = counts.flatMap(([key, value]) => (kind.test(key) ? (numberOf(value) ?? []) : []))
    return matching.length > 0 ? matching.reduce((sum, count) => sum + count, 0) : null
  }
  return {
    input: sumOf(/input|^prompt_tokens$/),
    output: sumOf(/output|^completion_tokens$/),
    cachedInput: sumOf(/^input_cached|^cache_read|^input_cache_read/),
    cacheWrite: sumOf(/^cache_creation|^cache_write|^input_cache_(creation|write)|^input_ephemeral/),
    cacheWriteHour: sumOf(/_1h(_|$)/),
    reasoning: sumOf(/^output_reasoning/),
  }
}
