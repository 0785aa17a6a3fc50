import { outputTokensPerSecond } from '../call-timing.ts'
import { isFields } from '../json/fields.ts'
import type { PromptTemplate } from '../template/blueprint/index.ts'
import { readProviderCall } from '../template/provider-reading/index.ts'
import { AttributeReader } from './reading/attribute-reader.ts'
import { type ChatMessage, messagesOf } from './reading/chat-message.ts'
import { field, numberOf, parsed, textOf } from './reading/fields.ts'
import { durationOf, firstTokenOf } from './reading/first-token.ts'
import { joinedTurns } from './reading/response-items.ts'
import type { Span } from './span.ts'
import { instructionsOf } from './styles/gen-ai.ts'
import { messagesOfEvents } from './styles/gen-ai-events.ts'

/** Input and output of a step, and the speed of a model's answer. */
export interface SpanContent {
  readonly input: string | null
  readonly output: string | null
  /** Milliseconds. */
  readonly timeToFirstToken: number | null
  /** Output tokens a second after the first token; null without both. */
  readonly tokensPerSecond: number | null
}

const mastraSteps = [
  'agent_run',
  'workflow_run',
  'workflow_step',
  'model_generation',
  'model_step',
  'model_chunk',
]
const mastraKeys = (side: 'input' | 'output') => mastraSteps.map((step) => `mastra.${step}.${side}`)

/** Attributes for the input and output of tools and other steps, by precedence. */
const inputKeys = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  'ai.toolCall.input',
  'tool_arguments',
  'input.value',
  'traceloop.entity.input',
  'langfuse.observation.input',
  'mlflow.spanInputs',
  'gcp.vertex.agent.tool_call_args',
  ...mastraKeys('input'),
  'gen_ai.prompt',
] as const
const outputKeys = [
  'gen_ai.tool.call.result',
  'ai.toolCall.result',
  'ai.toolCall.output',
  'tool_response',
  'output.value',
  'traceloop.entity.output',
  'langfuse.observation.output',
  'mlflow.spanOutputs',
  'gcp.vertex.agent.tool_response',
  ...mastraKeys('output'),
  'gen_ai.completion',
] as const

/** Pydantic AI writes the conversation with its answer at the agent, and leaves the messages of failed calls out. */
const agentMessages = 'pydantic_ai.all_messages'

const outputTokenKeys = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'llm.usage.completion_tokens',
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
] as const

export function contentOfSpan(span: Span): SpanContent {
  const reader = new AttributeReader(span.attributes)
  const first = firstTokenOf(span, reader)
  const latency = durationOf(span)
  const eventMessages = messagesOfEvents(span, reader)
  return {
    input:
      argumentsText(reader) ??
      contentText(reader, inputKeys) ??
      lastText(messagesOf(reader.value('gen_ai.input.messages', agentMessages), 'user'), 'user') ??
      lastQuestion(eventMessages.input),
    output:
      resultText(reader) ??
      contentText(reader, outputKeys) ??
      lastText(messagesOf(reader.value('gen_ai.output.messages'), 'assistant'), 'assistant') ??
      closingText(messagesOf(reader.value(agentMessages))) ??
      lastText(eventMessages.output, 'assistant'),
    timeToFirstToken: first,
    tokensPerSecond:
      latency === null
        ? null
        : outputTokensPerSecond({
            outputTokens: numberOf(reader.value(...outputTokenKeys)),
            latency,
            firstToken: first,
          }),
  }
}

/** The prompt of the last call below a step that writes messages: its conversation without the last answer. */
export function promptOfStep(span: Span): PromptTemplate | null {
  const reader = new AttributeReader(span.attributes)
  const messages = messagesOf(reader.value('gen_ai.input.messages', agentMessages))
  const lastQuestion = messages.slice(0, messages.findLastIndex(({ role }) => role !== 'assistant') + 1)
  if (lastQuestion.length === 0) return null
  return readProviderCall({
    providerType: null,
    functionName: 'chat.completions',
    args: [],
    kwargs: {
      messages: joinedTurns([...instructionsOf(reader.value('gen_ai.system_instructions')), ...lastQuestion]),
    },
    response: {},
  }).input
}

function contentText(reader: AttributeReader, keys: readonly string[]): string | null {
  const value = reader.value(...keys)
  if (value === undefined || value === null) return null
  const text = textOf(value) ?? JSON.stringify(value)
  // MLflow writes texts in quotes.
  return text.startsWith('"') ? (textOf(parsed(text)) ?? text) : text
}

/**
 * OpenLLMetry writes the arguments of LangChain's tool among those of its own callback. LlamaIndex, smolagents and
 * Langfuse write the arguments of a function of Python: those by position, and those by name.
 */
function argumentsText(reader: AttributeReader): string | null {
  const input = reader.json(...inputKeys)
  const kwargs = field(input, 'kwargs')
  const inputText = textOf(field(input, 'input_str'))
  if (inputText !== null) return inputText
  return isFields(kwargs) && isEmptyOrMissing(field(input, 'args')) ? JSON.stringify(kwargs) : null
}

const isEmptyOrMissing = (positional: unknown): boolean =>
  positional === undefined || (Array.isArray(positional) && positional.length === 0)

/**
 * LangChain wraps the result of a tool in a message, and instrumentations wrap that again. LlamaIndex's results have
 * blocks of text.
 */
function resultText(reader: AttributeReader): string | null {
  const result = reader.json(...outputKeys)
  const outer = field(result, 'output', 'data') ?? result
  const message = field(outer, 'kwargs') ?? outer
  const blocks = field(result, 'blocks')
  if (field(result, 'tool_name') !== undefined && Array.isArray(blocks))
    return blocks.flatMap((block) => textOf(field(block, 'text')) ?? []).join('\n\n') || null
  const isResult = field(message, 'type') === 'tool' || [field(outer, 'id')].flat().at(-1) === 'ToolMessage'
  return isResult ? textOf(field(message, 'content')) : null
}

/** The arguments of a tool are in an event with a message of the tool. */
const lastQuestion = (messages: readonly ChatMessage[]): string | null =>
  lastText(messages, messages.every(({ role }) => role === 'tool') ? 'tool' : 'user')

/** The text of the last message, if it is an answer. */
const closingText = (messages: readonly ChatMessage[]): string | null =>
  lastText(messages.slice(-1), 'assistant')

/** The text of the last message of a role: an agent's span repeats the messages of the calls below it. */
function lastText(messages: readonly ChatMessage[], role: string): string | null {
  const message = messages.findLast((candidate) => candidate.role === role)
  if (!message) return null
  const parts: unknown[] = Array.isArray(message['content']) ? message['content'] : [message['content']]
  const texts = parts.flatMap((part) => textOf(isFields(part) ? part['text'] : part) ?? [])
  return texts.join('\n\n') || null
}
