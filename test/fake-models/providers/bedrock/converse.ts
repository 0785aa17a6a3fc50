import { type Answer, json } from '../../call.ts'
import { argumentsText, pieces, type Question, type Reply, usageOf } from '../../question.ts'
import type { Wire } from '../provider.ts'
import { eventFrame, exceptionFrame, frames } from './frame.ts'

// biome-ignore lint/suspicious/noExplicitAny: any body that a client sent.
type Any = any

export const converse: Wire = {
  name: 'converse',
  path: /^\/model\/[^/]+\/converse(-stream)?$/,
  question({ path, body }) {
    const parts: Any[] = body?.messages?.at(-1)?.content ?? []
    const result = parts.find((part) => part.toolResult)
    const shown: Any[] = result ? (result.toolResult.content ?? []) : parts
    const schema = body?.outputConfig?.textFormat?.structure?.jsonSchema?.schema
    return {
      model: decodeURIComponent(path.split('/')[2] ?? ''),
      text: shown.map((part) => part.text ?? '').join(''),
      isToolResult: result !== undefined,
      tools: (body?.toolConfig?.tools ?? []).flatMap(({ toolSpec }: Any) =>
        toolSpec ? [{ name: toolSpec.name, parameters: toolSpec.inputSchema.json }] : [],
      ),
      schema: schema ? JSON.parse(schema) : null,
      choices: 1,
      thinks: body?.additionalModelRequestFields?.thinking !== undefined,
      wantsImage: false,
    }
  },
  answer: (question, reply) =>
    question.call.path.endsWith('-stream') ? streamed(question, reply) : json(whole(question, reply)),
  errorPart: (message) => exceptionFrame('modelStreamErrorException', message),
}

function whole(question: Question, reply: Reply) {
  return {
    output: { message: { role: 'assistant', content: blocksOf(reply) } },
    stopReason: stopReason(reply),
    metrics: { latencyMs: 5 },
    ...usagePart(question, reply),
  }
}

const blocksOf = ({ thinking, text, refusal, toolCalls = [] }: Reply) => [
  ...(thinking === undefined
    ? []
    : [{ reasoningContent: { reasoningText: { text: thinking, signature: 'c2lnbmVk' } } }]),
  ...((text ?? refusal) === undefined ? [] : [{ text: text ?? refusal }]),
  ...toolCalls.map((call, index) => ({
    toolUse: { toolUseId: call.id ?? `tooluse_${index + 1}`, name: call.name, input: call.arguments },
  })),
]

function stopReason({ refusal, toolCalls, end }: Reply): string {
  if (refusal !== undefined || end === 'filter') return 'content_filtered'
  if (end === 'length') return 'max_tokens'
  return toolCalls ? 'tool_use' : 'end_turn'
}

/** The usage as the real wire reports it: cached tokens are not part of the input. */
function usagePart(question: Question, reply: Reply) {
  const usage = usageOf(question, reply)
  if (!usage) return {}
  return {
    usage: {
      inputTokens: usage.input - usage.cached - usage.cacheWrite,
      outputTokens: usage.output,
      totalTokens: usage.input + usage.output,
      cacheReadInputTokens: usage.cached,
      cacheWriteInputTokens: usage.cacheWrite,
    },
  }
}

function streamed(question: Question, reply: Reply): Answer {
  const { thinking = '', text, refusal, toolCalls = [] } = reply
  const deltas = [
    ...(thinking === ''
      ? []
      : [
          [
            ...pieces(thinking).map((piece) => ({ reasoningContent: { text: piece } })),
            { reasoningContent: { signature: 'c2lnbmVk' } },
          ],
        ]),
    ...((text ?? refusal) === undefined
      ? []
      : [pieces((text ?? refusal)!).map((piece) => ({ text: piece }))]),
  ]
  const spoken = deltas.flatMap((list, contentBlockIndex) => [
    ...list.map((delta) => eventFrame('contentBlockDelta', { contentBlockIndex, delta })),
    eventFrame('contentBlockStop', { contentBlockIndex }),
  ])
  const using = toolCalls.flatMap((call, index) => {
    const contentBlockIndex = deltas.length + index
    const words = argumentsText(call)
    const toolUse = { toolUseId: call.id ?? `tooluse_${index + 1}`, name: call.name }
    return [
      eventFrame('contentBlockStart', { contentBlockIndex, start: { toolUse } }),
      ...[words.slice(0, 5), words.slice(5)].map((input) =>
        eventFrame('contentBlockDelta', { contentBlockIndex, delta: { toolUse: { input } } }),
      ),
      eventFrame('contentBlockStop', { contentBlockIndex }),
    ]
  })
  return frames([
    eventFrame('messageStart', { role: 'assistant' }),
    ...spoken,
    ...using,
    eventFrame('messageStop', { stopReason: stopReason(reply) }),
    eventFrame('metadata', { metrics: { latencyMs: 5 }, ...usagePart(question, reply) }),
  ])
}
