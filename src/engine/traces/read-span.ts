import { maxPrice } from '../limits.ts'
import {
  type ProviderCall,
  type ProviderReading,
  readProviderCall,
} from '../template/provider-reading/index.ts'
import { AttributeReader } from './reading/attribute-reader.ts'
import type { AttributeStyle, CallFacts, Operation } from './reading/call-facts.ts'
import type { ChatMessage } from './reading/chat-message.ts'
import { type CallContext, contextOf } from './reading/context.ts'
import { type Failure, failureOf } from './reading/failure.ts'
import { withoutMissing } from './reading/fields.ts'
import { firstTokenOf } from './reading/first-token.ts'
import { joinedTurns } from './reading/response-items.ts'
import { usageInAnswer } from './reading/span-usage.ts'
import type { Span } from './span.ts'
import { genAi } from './styles/gen-ai.ts'
import { langfuse } from './styles/langfuse.ts'
import { langSmith } from './styles/langsmith.ts'
import { liteLlm } from './styles/litellm.ts'
import { logfire, startOffsetOf } from './styles/logfire.ts'
import { mlflow } from './styles/mlflow.ts'
import { openInference } from './styles/openinference.ts'
import { traceloop } from './styles/traceloop.ts'
import { vercelAi } from './styles/vercel-ai.ts'

/** Most specific styles first, because several styles use attributes of the last one. */
const styles: readonly AttributeStyle[] = [
  vercelAi,
  langSmith,
  langfuse,
  mlflow,
  openInference,
  liteLlm,
  traceloop,
  logfire,
  genAi,
]

/** A model call of a span, in the terms of the request log. */
export interface SpanCall {
  /** Milliseconds by which the call began before its span. */
  readonly lead: number
  /** The call as an SDK would report it; parsing it gives `reading`. */
  readonly call: ProviderCall
  readonly reading: ProviderReading
  readonly context: CallContext
  /** US dollars; null if the span has no cost. */
  readonly cost: number | null
  readonly failure: Failure | null
  /** The provider's id of the answer. */
  readonly responseId: string | null
  /** Milliseconds to the first token; null if unknown. */
  readonly firstToken: number | null
  /** Number of times that the call was sent; null if unknown. */
  readonly attempts: number | null
}

export interface SpanReading {
  /** Convention of the span's attributes; null if unknown. */
  readonly style: string | null
  /** Null if the span is not a model call, or if the SDK reports the call itself. */
  readonly call: SpanCall | null
  /** Unread attributes of a model call; they are stored with the span. */
  readonly unreadKeys: readonly string[]
}

/** Detects the convention of a span and reads its model call. */
export function readSpan(span: Span): SpanReading {
  const reader = new AttributeReader(span.attributes)
  const style = styles.find((style) => style.matches(span, reader)) ?? null
  const facts = style?.read(span, reader) ?? null
  if (!style || !facts) return { style: style?.name ?? null, call: null, unreadKeys: [] }
  const context = contextOf(reader, new AttributeReader(span.resource))
  if (context.isManaged) return { style: style.name, call: null, unreadKeys: [] }
  const failure = failureOf(span)
  const call = callOf(failure ? { ...facts, output: facts.output.filter(hasContent) } : facts)
  return {
    style: style.name,
    call: {
      lead: startOffsetOf(span, reader),
      call,
      reading: readProviderCall(call),
      context: {
        ...context,
        variables: { ...facts.variables, ...context.variables },
        metadata: { ...facts.metadata, ...context.metadata },
        tags: [...new Set([...facts.tags, ...context.tags])],
      },
      cost: facts.cost !== null && facts.cost >= 0 && facts.cost <= maxPrice ? facts.cost : null,
      failure,
      responseId: facts.responseId || null,
      firstToken: firstTokenOf(span, reader),
      attempts: attemptsOf(reader),
    },
    unreadKeys: reader.unreadKeys(),
  }
}

/** OpenTelemetry counts the attempts after the first one. */
function attemptsOf(reader: AttributeReader): number | null {
  const resendCount = reader.number('http.request.resend_count')
  return resendCount !== null && Number.isInteger(resendCount) && resendCount >= 0 && resendCount < 1_000_000
    ? resendCount + 1
    : null
}

/** LangChain reports an empty answer of a failed call. */
const hasContent = (message: ChatMessage): boolean => {
  const { role: _role, content, ...others } = message
  const isEmpty = content === '' || (Array.isArray(content) && content.length === 0)
  return !isEmpty || Object.keys(others).length > 0
}

/** The function name selects the parser of the call; facts are in the form of OpenAI's APIs. */
const functionNames: Record<Operation, string> = {
  chat: 'chat.completions',
  completion: 'completions',
  embedding: 'embeddings',
}

function callOf(facts: CallFacts): ProviderCall {
  const { operation, model, parameters, tools, toolChoice } = facts
  return {
    providerType: facts.provider,
    functionName: functionNames[operation],
    args: [],
    kwargs: {
      ...withoutMissing({ ...parameters, model, tool_choice: toolChoice }),
      ...(tools.length > 0 && { tools }),
      ...inputOf(facts),
    },
    response: answerOf(facts),
  }
}

function inputOf({ operation, input }: CallFacts): Record<string, unknown> {
  if (operation === 'chat') return { messages: joinedTurns(input) }
  const texts = input.map(({ content }) => content)
  const embeddingInput = texts.length === 1 ? texts[0] : texts
  return operation === 'embedding' ? { input: embeddingInput } : { prompt: embeddingInput }
}

function answerOf({
  operation,
  answeringModel,
  output,
  usage,
  finishReason,
}: CallFacts): Record<string, unknown> {
  const choices = output.map((message, index) => ({
    index,
    ...(operation === 'completion' ? { text: message['content'] } : { message }),
    finish_reason: finishReason,
  }))
  return { ...withoutMissing({ model: answeringModel }), choices, usage: usageInAnswer(usage, operation) }
}
