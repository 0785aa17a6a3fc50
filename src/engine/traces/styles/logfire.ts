import { isFields } from '../../json/fields.ts'
import type { AttributeStyle } from '../reading/call-facts.ts'
import { messagesOf } from '../reading/chat-message.ts'
import { field, textOf } from '../reading/fields.ts'
import { withAnswerUsage } from '../reading/span-usage.ts'
import { toolChoiceOf, toolsOf } from '../reading/tool.ts'
import { costFact, finishReasonFact, ignoreCommon, modelFacts, operationOf, usageFacts } from './common.ts'

/** Pydantic Logfire around a provider's SDK: arguments and answer as one JSON text each, with GenAI's names. */
export const logfire: AttributeStyle = {
  name: 'logfire',

  matches: (span, reader) => reader.has('request_data') && /^logfire\b/.test(span.scope.name),

  read(_span, reader) {
    const request = reader.json('request_data')
    const response = reader.json('response_data')
    const operation = operationOf(reader.text('gen_ai.operation.name')) ?? 'chat'
    // A stream has two spans; the answer is in the second.
    if (!isFields(request) || !isFields(response) || operation === 'unknown') return null
    const { messages, input, prompt, system, instructions, model, tools, tool_choice, ...parameters } =
      request
    const facts = modelFacts(reader)
    const usage = usageFacts(reader)
    const counted = field(response, 'usage')
    const guidance = system ?? instructions
    for (const key of ['request_data', 'response_data', 'async', 'duration']) reader.value(key)
    for (const prefix of ['logfire', 'code', 'gen_ai.request', 'gen_ai.input', 'gen_ai.output'])
      reader.entriesUnder(prefix)
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
  },
}
