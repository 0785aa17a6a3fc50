import { isFields } from '../../json/fields.ts'
import { providerName } from '../../template/provider-reading/index.ts'
import type { AttributeReader } from '../reading/attribute-reader.ts'
import type { AttributeStyle, Operation, SpanUsage } from '../reading/call-facts.ts'
import { type ChatMessage, messagesOf } from '../reading/chat-message.ts'
import { valueAt } from '../reading/fields.ts'
import { withAnswerUsage } from '../reading/span-usage.ts'
import { toolChoiceOf, toolsOf } from '../reading/tool.ts'
import { costFact, finishReasonFact, ignoreCommon, modelFacts, parameterFacts, usageFacts } from './common.ts'

/** Operations of one model call; the spans around its span repeat its attributes. */
const callOperations = /\.(doGenerate|doStream|doEmbed)$/

/** The Vercel AI SDK's own attributes (versions 3 to 6, and `LegacyOpenTelemetry` in 7). */
export const vercelAi: AttributeStyle = {
  name: 'vercel_ai',

  matches: (_span, reader) => reader.has('ai.operationId'),

  read(_span, reader) {
    const id = reader.text('ai.operationId') ?? ''
    if (!callOperations.test(id)) return null
    const operation: Operation = id.endsWith('.doEmbed') ? 'embedding' : 'chat'
    const facts = modelFacts(reader)
    const answeringModel = reader.text('ai.response.model') ?? facts.answeringModel
    const model = reader.text('ai.model.id') ?? facts.model ?? answeringModel
    reader.value('operation.name', 'resource.name', 'ai.telemetry.functionId')
    reader.value('ai.response.timestamp')
    ignoreCommon(reader)
    return {
      operation,
      provider: providerName(reader.text('ai.model.provider') ?? facts.provider, model),
      model,
      answeringModel,
      responseId: reader.text('ai.response.id') ?? facts.responseId,
      input: inputOf(operation, reader),
      output: outputOf(reader),
      tools: toolsOf(reader.json('ai.prompt.tools')),
      toolChoice: toolChoiceOf(reader.value('ai.prompt.toolChoice')),
      parameters: parametersOf(reader),
      usage: usageOf(reader),
      cost: costFact(reader),
      finishReason: finishReasonOf(reader),
      variables: {},
      metadata: Object.fromEntries([
        ...reader.entriesUnder('ai.telemetry.metadata'),
        ...reader.entriesUnder('ai.settings.context'),
        ...reader.entriesUnder('ai.settings.runtimeContext'),
      ]),
      tags: [],
    }
  },
}

function inputOf(operation: Operation, reader: AttributeReader): ChatMessage[] {
  if (operation === 'embedding')
    return [reader.value('ai.value', 'ai.values')].flat().flatMap((value) => messagesOf(value))
  return messagesOf(reader.value('ai.prompt.messages', 'ai.prompt'))
}

function outputOf(reader: AttributeReader): ChatMessage[] {
  const text = reader.text('ai.response.text', 'ai.result.text')
  const object = reader.text('ai.response.object', 'ai.result.object')
  const thought = reader.text('ai.response.reasoning')
  const tool_calls = reader.value('ai.response.toolCalls', 'ai.result.toolCalls')
  const content = text ?? object ?? ''
  if (content === '' && thought === null && tool_calls === undefined) return []
  return messagesOf([{ role: 'assistant', content, tool_calls, reasoning: thought }], 'assistant')
}

const parameterNames = new Map([
  ['maxOutputTokens', 'max_tokens'],
  ['maxTokens', 'max_tokens'],
  ['topP', 'top_p'],
  ['topK', 'top_k'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['presencePenalty', 'presence_penalty'],
  ['stopSequences', 'stop'],
  ['temperature', 'temperature'],
  ['seed', 'seed'],
])

function parametersOf(reader: AttributeReader): Record<string, unknown> {
  const set = reader
    .entriesUnder('ai.settings')
    .flatMap(([name, value]) => (parameterNames.has(name) ? [[parameterNames.get(name)!, value]] : []))
  return { ...Object.fromEntries(set), ...parameterFacts(reader) }
}

function finishReasonOf(reader: AttributeReader): string | null {
  const commonReason = finishReasonFact(reader)
  return reader.text('ai.response.finishReason', 'ai.finishReason') ?? commonReason
}

function usageOf(reader: AttributeReader): SpanUsage {
  const facts = usageFacts(reader)
  const number = (...keys: string[]) => reader.number(...keys)
  const plainInput = number('ai.usage.inputTokenDetails.noCacheTokens')
  // Marks the key as read: it only repeats the output without reasoning tokens.
  reader.value('ai.usage.outputTokenDetails.textTokens')
  const usage = {
    ...facts,
    total: number('ai.usage.totalTokens') ?? facts.total,
    input: number('ai.usage.inputTokens', 'ai.usage.promptTokens', 'ai.usage.tokens') ?? facts.input,
    output: number('ai.usage.outputTokens', 'ai.usage.completionTokens') ?? facts.output,
    cachedInput:
      number('ai.usage.cachedInputTokens', 'ai.usage.inputTokenDetails.cacheReadTokens') ?? facts.cachedInput,
    cacheWrite: number('ai.usage.inputTokenDetails.cacheWriteTokens') ?? facts.cacheWrite,
    reasoning:
      number('ai.usage.reasoningTokens', 'ai.usage.outputTokenDetails.reasoningTokens') ?? facts.reasoning,
  }
  return plainInput === null ? withAnswerUsage(usage, providerCount(reader, usage)) : usage
}

/**
 * Up to version 5, cache tokens of Anthropic and Bedrock are not part of the input; cache writes are only in the
 * provider's metadata.
 */
function providerCount(reader: AttributeReader, { input, output }: SpanUsage): unknown {
  if (!/anthropic|bedrock/.test(reader.text('ai.model.provider') ?? '')) return undefined
  const metadata = reader.json('ai.response.providerMetadata')
  const bedrock = valueAt(metadata, 'bedrock', 'usage')
  if (isFields(bedrock)) return { input_tokens: input, output_tokens: output, ...bedrock }
  return valueAt(metadata, 'anthropic', 'usage')
}
