import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import type { CompletionUsage } from 'openai/resources/completions'
import { type Answer, eventPart, events, json } from '../../call.ts'
import { argumentsText, choicesOf, pieces, type Question, type Reply, usageOf } from '../../question.ts'
import type { Wire } from '../provider.ts'
import { schemaOf, textsOf, toolsOf } from './request-parts.ts'

/** Another id for each turn: LangGraph replaces a message by a later one with its id. */
const idOf = ({ call: { body } }: Question): string => `chatcmpl-${body.messages?.length ?? 0}`
const created = 1_795_168_800

/** Chat completions of OpenAI, Azure and compatible servers. */
export const chat: Wire = {
  name: 'chat',
  path: /\/chat\/completions$/,
  question({ body }) {
    const last = body?.messages?.at(-1)
    return {
      model: body?.model ?? '',
      text: textsOf(last?.content),
      isToolResult: last?.role === 'tool',
      tools: toolsOf(body ?? {}),
      schema: schemaOf(body?.response_format),
      choices: body?.n ?? 1,
      thinks: Boolean(body?.reasoning_effort ?? body?.reasoning),
      wantsImage: Boolean(body?.modalities?.includes('image')),
    }
  },
  answer(question, reply) {
    return question.call.body.stream ? streamed(question, reply) : json(whole(question, reply))
  },
  errorPart: (message) =>
    eventPart({ data: { error: { message, type: 'server_error', param: null, code: null } } }),
}

function whole(question: Question, reply: Reply): ChatCompletion {
  const usage = usageOf(question, reply)
  return {
    id: idOf(question),
    object: 'chat.completion',
    created,
    model: question.model,
    choices: choicesOf(reply).map((choice, index) => ({
      index,
      logprobs: null,
      finish_reason: finishReason(choice),
      message: {
        role: 'assistant' as const,
        content: choice.text ?? null,
        refusal: choice.refusal ?? null,
        ...(choice.toolCalls && { tool_calls: callsOf(choice) }),
        ...besides(choice),
      },
    })),
    ...(usage && { usage: wireUsage(usage) }),
  }
}

/** Extra fields that compatible servers send. */
const besides = ({ thinking, images }: Reply) => ({
  ...(thinking !== undefined && { reasoning_content: thinking }),
  ...(images && {
    images: images.map((image) => ({
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${image}` },
    })),
  }),
})

const callsOf = ({ toolCalls = [] }: Reply) =>
  toolCalls.map((call, index) => ({
    id: call.id ?? `call_${index + 1}`,
    type: 'function' as const,
    function: { name: call.name, arguments: argumentsText(call) },
  }))

function finishReason({ toolCalls, end }: Reply) {
  if (end === 'length') return 'length'
  if (end === 'filter') return 'content_filter'
  return toolCalls ? 'tool_calls' : 'stop'
}

const wireUsage = (usage: NonNullable<ReturnType<typeof usageOf>>): CompletionUsage => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cached, audio_tokens: usage.inputAudio },
  completion_tokens_details: { reasoning_tokens: usage.reasoning, audio_tokens: usage.outputAudio },
})

type Choice = ChatCompletionChunk['choices'][number]

function streamed(question: Question, reply: Reply): Answer {
  const chunk = (choices: Choice[], usage?: CompletionUsage): ChatCompletionChunk => ({
    id: idOf(question),
    object: 'chat.completion.chunk',
    created,
    model: question.model,
    choices,
    ...(usage && { usage }),
  })
  const usage = question.call.body.stream_options?.include_usage ? usageOf(question, reply) : null
  const chunks = [
    ...inTurn(choicesOf(reply).map(choiceParts)).map((one) => chunk([one])),
    ...(usage ? [chunk([], wireUsage(usage))] : []),
  ]
  return events([...chunks.map((data) => ({ data })), { data: '[DONE]' }])
}

function choiceParts(reply: Reply, index: number): Choice[] {
  const part = (delta: Choice['delta'], finish_reason: Choice['finish_reason'] = null): Choice => ({
    index,
    delta,
    logprobs: null,
    finish_reason,
  })
  const { thinking = '', text = '', refusal = '' } = reply
  return [
    part({ role: 'assistant', content: reply.toolCalls ? null : '' }),
    ...pieces(thinking).map((piece) => part({ reasoning_content: piece } as Choice['delta'])),
    ...pieces(text).map((content) => part({ content })),
    ...pieces(refusal).map((piece) => part({ refusal: piece })),
    ...(reply.images ? [part({ images: besides(reply).images } as Choice['delta'])] : []),
    ...callsOf(reply).flatMap((call, at) => {
      const half = Math.ceil(call.function.arguments.length / 2)
      const rest = [call.function.arguments.slice(0, half), call.function.arguments.slice(half)]
      const opening = { ...call, index: at, function: { name: call.function.name, arguments: '' } }
      return [
        part({ tool_calls: [opening] }),
        ...rest.map((words) => part({ tool_calls: [{ index: at, function: { arguments: words } }] })),
      ]
    }),
    part({}, finishReason(reply)),
  ]
}

/** Interleaves lists: the first item of each list, then the next of each, as parallel choices arrive. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat()
}
