import { outputTokensPerSecond } from '../call-timing.ts'
import { isFields } from '../json/fields.ts'
import { AttributeReader } from './reading/attribute-reader.ts'
import { messagesOf } from './reading/chat-message.ts'
import { field, numberOf, parsed, textOf } from './reading/fields.ts'
import { durationOf, firstTokenOf } from './reading/first-token.ts'
import type { Span } from './span.ts'

/** Input and output of a step, and the speed of a model's answer. */
export interface SpanContent {
  readonly input: string | null
  readonly output: string | null
  /** Milliseconds. */
  readonly timeToFirstToken: number | null
  /** Output tokens a second after the first token; null without both. */
  readonly tokensPerSecond: number | null
}

/** Attributes for the input and output of tools and other steps, by precedence. */
const inputKeys = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  'ai.toolCall.input',
  'tool.parameters',
  'tool_arguments',
  'input.value',
  'traceloop.entity.input',
  'langfuse.observation.input',
  'mlflow.spanInputs',
  'gcp.vertex.agent.tool_call_args',
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
  'gen_ai.completion',
] as const

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
  return {
    input:
      argumentsText(reader) ??
      contentText(reader, inputKeys) ??
      lastText(reader, 'gen_ai.input.messages', 'user'),
    output:
      resultText(reader) ??
      contentText(reader, outputKeys) ??
      lastText(reader, 'gen_ai.output.messages', 'assistant'),
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

function contentText(reader: AttributeReader, keys: readonly string[]): string | null {
  const value = reader.value(...keys)
  if (value === undefined || value === null) return null
  const text = textOf(value) ?? JSON.stringify(value)
  // MLflow writes texts in quotes.
  return text.startsWith('"') ? (textOf(parsed(text)) ?? text) : text
}

/** OpenLLMetry writes the arguments of LangChain's tool among those of its own callback. */
const argumentsText = (reader: AttributeReader): string | null =>
  textOf(field(reader.json(...inputKeys), 'input_str'))

/** LangChain wraps the result of a tool in a message, and instrumentations wrap that again. */
function resultText(reader: AttributeReader): string | null {
  const result = reader.json(...outputKeys)
  const outer = field(result, 'output', 'data') ?? result
  const message = field(outer, 'kwargs') ?? outer
  return field(message, 'type') === 'tool' ? textOf(field(message, 'content')) : null
}

/** The text of the last message of a role: an agent's span repeats the messages of the calls below it. */
function lastText(reader: AttributeReader, key: string, role: string): string | null {
  const message = messagesOf(reader.value(key), role).findLast((candidate) => candidate.role === role)
  if (!message) return null
  const parts: unknown[] = Array.isArray(message['content']) ? message['content'] : [message['content']]
  const texts = parts.flatMap((part) => textOf(isFields(part) ? part['text'] : part) ?? [])
  return texts.join('\n\n') || null
}
