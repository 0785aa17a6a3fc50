import { isFields } from '../../json/fields.ts'
import type { AttributeReader } from '../reading/attribute-reader.ts'
import { listOf } from '../reading/attribute-tree.ts'
import type { AttributeStyle, CallFacts } from '../reading/call-facts.ts'
import { type ChatMessage, messagesOf } from '../reading/chat-message.ts'
import { field, textOf, withoutMissing } from '../reading/fields.ts'
import { genAi } from './gen-ai.ts'
import { numberedTools, readNumbered } from './traceloop.ts'

/** LiteLLM's own exporter: one span for the request, and below it one for the raw call, which is ignored. */
export const liteLlm: AttributeStyle = {
  name: 'litellm',

  matches: (span, reader) =>
    span.scope.name === 'litellm' || reader.has('hidden_params') || /^litellm_/.test(span.name),

  read(span, reader) {
    const facts = reader.hasUnder('gen_ai.prompt')
      ? readNumbered(reader)
      : withTools(genAi.read(span, reader), reader)
    if (!facts) return null
    const word = reader.text('llm.request.type', 'gen_ai.operation.name')
    const hidden = reader.json('hidden_params')
    const responseCost = Number(textOf(field(hidden, 'response_cost')) ?? Number.NaN)
    reader.entriesUnder('gen_ai.cost')
    reader.entriesUnder('litellm')
    reader.tree('gen_ai.tool')
    const stated = facts.cost ?? reader.number('litellm.cost.total')
    const cost = stated ?? (Number.isFinite(responseCost) ? responseCost : null)
    return {
      ...facts,
      // `completion` is a call with messages; `text_completion` is one with a text.
      operation: word === 'completion' ? 'chat' : facts.operation,
      // LiteLLM writes 0 for a model with unknown price.
      cost: cost === 0 ? null : cost,
      metadata: {
        ...facts.metadata,
        ...withoutMissing(
          Object.fromEntries(
            reader
              .entriesUnder('metadata')
              .filter(([key, value]) => key !== 'usage_object' && !isEmpty(value)),
          ),
        ),
      },
    }
  },
}

const empty = new Set<unknown>(['', 'None', '[]', '{}'])
/** LiteLLM writes all fields of its metadata, most of them empty. */
const isEmpty = (value: unknown): boolean => empty.has(value)

/** In version 1.106, messages follow the GenAI conventions, but tools and tool calls still have numbered attributes. */
function withTools(facts: CallFacts | null, reader: AttributeReader): CallFacts | null {
  const tools = numberedTools(reader)
  const called = listOf(reader.tree('gen_ai.completion')).flatMap(
    (completion) => field(completion, 'function_call') ?? [],
  )
  if (!facts) return null
  return {
    ...facts,
    tools: facts.tools.length > 0 ? facts.tools : tools,
    output: withCalls(facts.output, called.filter(isFields)),
  }
}

/** The numbers count tool calls of one message, not messages. */
function withCalls(output: readonly ChatMessage[], calls: readonly unknown[]): readonly ChatMessage[] {
  if (calls.length === 0 || output.some((message) => message['tool_calls'] !== undefined)) return output
  const [first, ...others] = output
  return [...messagesOf([{ role: 'assistant', ...first, tool_calls: calls }], 'assistant'), ...others]
}
