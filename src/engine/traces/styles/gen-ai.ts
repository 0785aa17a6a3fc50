import type { AttributeReader } from '../reading/attribute-reader.ts'
import type { AttributeStyle, SpanUsage } from '../reading/call-facts.ts'
import { type ChatMessage, messagesOf } from '../reading/chat-message.ts'
import { field, parsed, textOf } from '../reading/fields.ts'
import { mastraHttpKeys } from '../reading/identity.ts'
import { joinedItems } from '../reading/response-items.ts'
import { toolChoiceOf, toolsOf } from '../reading/tool.ts'
import type { Span } from '../span.ts'
import {
  costFact,
  finishReasonFact,
  ignoreCommon,
  modelFacts,
  operationOf,
  parameterFacts,
  usageFacts,
} from './common.ts'
import { messagesOfEvents } from './gen-ai-events.ts'

/**
 * OpenTelemetry's conventions for generative AI: messages as attributes (since 1.37), as span events (1.27 to 1.36), or
 * as one JSON text (before). Attributes take precedence over events.
 */
export const genAi: AttributeStyle = {
  name: 'gen_ai',

  matches: (_span, reader) =>
    reader.has('gen_ai.operation.name') || reader.has('gen_ai.system') || reader.has('gen_ai.provider.name'),

  read(span, reader) {
    const operation = operationOf(reader.text('gen_ai.operation.name'))
    const { provider, model, answeringModel, responseId } = modelFacts(reader)
    const usage = withBedrockCache(span, usageFacts(reader))
    const eventMessages = messagesOfEvents(span, reader)
    const input = firstNonEmpty(
      messagesOf(reader.value('gen_ai.input.messages', 'gen_ai.prompt')),
      eventMessages.input,
    )
    const output = firstNonEmpty(
      messagesOf(reader.value('gen_ai.output.messages', 'gen_ai.completion'), 'assistant'),
      eventMessages.output,
    )
    const finishReasons = reader.texts('gen_ai.response.finish_reasons', 'gen_ai.response.finish_reason')
    if (operation === 'unknown') return null
    const hasContent = usage.input !== null || usage.output !== null || input.length + output.length > 0
    if (operation === null && (model === null || !hasContent)) return null
    // The Vercel AI SDK wraps each embedding call in a span with the same attributes but without usage.
    if (operation === 'embedding' && usage.input === null) return null
    ignoreCommon(reader)
    ignorePydantic(reader)
    return {
      operation: operation ?? 'chat',
      provider,
      model,
      answeringModel,
      responseId,
      input: [
        ...instructionsOf(reader.value('gen_ai.system_instructions') ?? eventMessages.instructions),
        ...input,
      ],
      output: finishReasons.length === 1 ? joinedItems(output) : output,
      tools: toolsOf(reader.json('gen_ai.tool.definitions', 'gen_ai.request.tools') ?? eventMessages.tools),
      toolChoice: toolChoiceOf(reader.value('gen_ai.request.tool_choice', 'ai.prompt.toolChoice')),
      parameters: parameterFacts(reader),
      usage,
      cost: isOpenLit(span) ? costFact(reader) || null : costFact(reader),
      finishReason: finishReasonFact(reader) ?? textOf(field(output[0], 'finish_reason')),
      variables: {},
      metadata: mastraMetadata(reader),
      tags: [],
    }
  },
}

/** Bedrock counts cached tokens beside the input, and its instrumentations forward the counts. Others add them. */
const withBedrockCache = ({ scope }: Span, usage: SpanUsage): SpanUsage =>
  usage.input !== null && usage.input >= 0 && bedrockScopes.has(scope.name)
    ? { ...usage, total: null, input: usage.input + (usage.cachedInput ?? 0) + (usage.cacheWrite ?? 0) }
    : usage

/** OpenLIT writes the cost 0 for a model that is not in its price list, which it fetches at the start. */
const isOpenLit = ({ scope }: Span): boolean => scope.name.startsWith('openlit.')

const bedrockScopes = new Set([
  'opentelemetry.instrumentation.bedrock',
  'opentelemetry.instrumentation.botocore.bedrock-runtime',
])

const firstNonEmpty = (messages: ChatMessage[], others: ChatMessage[]): ChatMessage[] =>
  messages.length > 0 ? messages : others

/** Pydantic AI repeats the tools and the usage for its own platform. */
function ignorePydantic(reader: AttributeReader): void {
  reader.value('model_request_parameters', 'gen_ai.usage.details.audio_tokens')
  reader.entriesUnder('logfire')
  reader.entriesUnder('pydantic_ai')
}

/** Metadata of Mastra's application; its exporter adds facts of the HTTP call. */
function mastraMetadata(reader: AttributeReader): Record<string, unknown> {
  const metadata = reader.entriesUnder('mastra.metadata').filter(([name]) => !mastraHttpKeys.has(name))
  reader.entriesUnder('mastra')
  return Object.fromEntries(metadata)
}

/** System instructions beside the conversation: text, or a list of parts. */
export function instructionsOf(raw: unknown): ChatMessage[] {
  const messages = parsed(raw)
  if (messages === undefined || messages === null || messages === '') return []
  return messagesOf([{ role: 'system', parts: Array.isArray(messages) ? messages : [messages] }])
}
