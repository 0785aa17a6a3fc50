import { isFields } from '../../json/fields.ts'
import type { AttributeReader } from '../reading/attribute-reader.ts'
import type { AttributeStyle, CallFacts } from '../reading/call-facts.ts'
import { messagesOf } from '../reading/chat-message.ts'
import { field, textOf } from '../reading/fields.ts'
import { withAnswerUsage } from '../reading/span-usage.ts'
import { toolChoiceOf, toolsOf } from '../reading/tool.ts'
import type { Span } from '../span.ts'
import { costFact, finishReasonFact, ignoreCommon, modelFacts, operationOf, usageFacts } from './common.ts'
import { genAi } from './gen-ai.ts'

/**
 * Pydantic Logfire around a provider's SDK. Version 5 writes GenAI's attributes; earlier versions write the arguments
 * and the answer as one JSON text each.
 */
export const logfire: AttributeStyle = {
  name: 'logfire',

  matches: (span, reader) => reader.has('request_data') && isLogfire(span),

  read(span, reader) {
    for (const key of ['request_data', 'response_data', 'async', 'duration']) reader.value(key)
    for (const prefix of ['logfire', 'code']) reader.entriesUnder(prefix)
    if (reader.has('response_data')) return readJson(reader)
    const facts = isStartOfStream(span, reader) ? null : genAi.read(span, reader)
    return facts && { ...facts, usage: withAnswerUsage(facts.usage, reader.json('gen_ai.usage.raw')) }
  },
}

export const isLogfireScope = (name: string): boolean => /^logfire\b/.test(name)

const isLogfire = ({ scope }: Span): boolean => isLogfireScope(scope.name)

const maxSeconds = 86_400

/** A stream has two spans; the second one has the answer and the usage. */
const isStartOfStream = ({ status }: Span, reader: AttributeReader): boolean =>
  status !== 'ERROR' && !reader.has('gen_ai.output.messages') && !reader.hasUnder('gen_ai.usage')

/** Milliseconds by which a call began before its span: the second span of a stream is a record at the end, with the duration. */
export function startOffsetOf(span: Span, reader: AttributeReader): number {
  const seconds = isLogfire(span) && reader.has('request_data') ? (reader.number('duration') ?? 0) : 0
  return seconds > 0 && seconds < maxSeconds ? Math.round(seconds * 1_000) : 0
}

function readJson(reader: AttributeReader): CallFacts | null {
  const request = reader.json('request_data')
  const response = reader.json('response_data')
  const operation = operationOf(reader.text('gen_ai.operation.name')) ?? 'chat'
  if (!isFields(request) || !isFields(response) || operation === 'unknown') return null
  const { messages, input, prompt, system, instructions, model, tools, tool_choice, ...parameters } = request
  const facts = modelFacts(reader)
  const usage = usageFacts(reader)
  const counted = field(response, 'usage')
  const guidance = system ?? instructions
  for (const prefix of ['gen_ai.request', 'gen_ai.input', 'gen_ai.output']) reader.entriesUnder(prefix)
  ignoreCommon(reader)
  return {
    operation,
    provider: facts.provider,
    model: facts.model ?? textOf(model),
    answeringModel: facts.answeringModel,
    responseId: facts.responseId,
    input: [
      ...(guidance === undefined ? [] : messagesOf([{ role: 'system', content: guidance }])),
      ...messagesOf(messages ?? input ?? prompt),
    ],
    output: messagesOf(field(response, 'message', 'combined_chunk_content', 'text'), 'assistant'),
    tools: toolsOf(tools),
    toolChoice: toolChoiceOf(tool_choice),
    parameters,
    usage: withAnswerUsage(usage, counted),
    cost: costFact(reader),
    finishReason: finishReasonFact(reader) ?? textOf(field(response, 'finish_reason')),
    variables: {},
    metadata: {},
    tags: [],
  }
}
