import { type Answer, eventPart, events, json } from '../call.ts'
import { argumentsText, pieces, type Question, type Reply, usageOf } from '../question.ts'
import { textsOf, toolsOf } from './openai/request-parts.ts'
import type { Provider, RefusalAnswer, RefusalKind, Wire } from './provider.ts'

/** Version 2 of Cohere's chat. */
const chat: Wire = {
  name: 'chat',
  path: /^\/v2\/chat$/,
  question({ body }) {
    const last = body?.messages?.at(-1)
    const format = body?.response_format
    return {
      model: body?.model ?? '',
      text: textsOf(last?.content),
      isToolResult: last?.role === 'tool',
      tools: body?.tool_choice === 'NONE' ? [] : toolsOf({ tools: body?.tools }),
      schema: format?.type === 'json_object' ? (format.json_schema ?? { type: 'object' }) : null,
      choices: 1,
      thinks: body?.thinking?.type === 'enabled',
      wantsImage: false,
    }
  },
  answer: (question, reply) =>
    question.call.body.stream ? streamed(question, reply) : json(whole(question, reply)),
  errorPart: (message) =>
    eventPart({
      event: 'message-end',
      data: { type: 'message-end', delta: { finish_reason: 'ERROR', error: message } },
    }),
}

function whole(question: Question, reply: Reply) {
  const parts = partsOf(reply)
  const calls = callsOf(reply)
  return {
    id: 'cohere-fake',
    finish_reason: finishReason(reply),
    message: {
      role: 'assistant',
      ...(parts.length > 0 && { content: parts }),
      ...(calls.length > 0 && { tool_plan: 'I will use a tool.', tool_calls: calls }),
    },
    ...usagePart(question, reply),
  }
}

const partsOf = ({ thinking, text, refusal }: Reply) => [
  ...(thinking === undefined ? [] : [{ type: 'thinking', thinking }]),
  ...((text ?? refusal) === undefined ? [] : [{ type: 'text', text: text ?? refusal! }]),
]

const callsOf = ({ toolCalls = [] }: Reply) =>
  toolCalls.map((call, index) => ({
    id: call.id ?? `tool_${index + 1}`,
    type: 'function',
    function: { name: call.name, arguments: argumentsText(call) },
  }))

function finishReason({ toolCalls, end }: Reply): string {
  if (end === 'length') return 'MAX_TOKENS'
  return toolCalls ? 'TOOL_CALL' : 'COMPLETE'
}

/** The usage: fewer tokens are billed than were read. */
function usagePart(question: Question, reply: Reply) {
  const usage = usageOf(question, reply)
  if (!usage) return {}
  return {
    usage: {
      billed_units: { input_tokens: Math.max(0, usage.input - 1), output_tokens: usage.output },
      tokens: { input_tokens: usage.input, output_tokens: usage.output },
      cached_tokens: usage.cached,
    },
  }
}

function streamed(question: Question, reply: Reply): Answer {
  const calls = callsOf(reply)
  const content = partsOf(reply).flatMap((part, index) => {
    const name = part.type as 'text' | 'thinking'
    const words = ('thinking' in part ? part.thinking : part.text) ?? ''
    const contentDelta = (value: object) => ({ message: { content: value } })
    return [
      { type: 'content-start', index, delta: contentDelta({ type: name, [name]: '' }) },
      ...pieces(words).map((piece) => ({
        type: 'content-delta',
        index,
        delta: contentDelta({ [name]: piece }),
      })),
      { type: 'content-end', index },
    ]
  })
  const using = calls.flatMap((call, index) => [
    {
      type: 'tool-call-start',
      index,
      delta: { message: { tool_calls: { ...call, function: { ...call.function, arguments: '' } } } },
    },
    ...[call.function.arguments.slice(0, 5), call.function.arguments.slice(5)].map((words) => ({
      type: 'tool-call-delta',
      index,
      delta: { message: { tool_calls: { function: { arguments: words } } } },
    })),
    { type: 'tool-call-end', index },
  ])
  const plan = pieces(calls.length > 0 ? 'I will use a tool.' : '').map((words) => ({
    type: 'tool-plan-delta',
    delta: { message: { tool_plan: words } },
  }))
  const list = [
    { type: 'message-start', id: 'cohere-fake', delta: { message: { role: 'assistant' } } },
    ...plan,
    ...content,
    ...using,
    { type: 'message-end', delta: { finish_reason: finishReason(reply), ...usagePart(question, reply) } },
  ]
  return events([...list.map((data) => ({ event: data.type, data })), { data: '[DONE]' }])
}

const refusal = (status: number, message: string): RefusalAnswer => ({
  status,
  body: { id: 'cohere-fake', message },
})

const refusals: Record<RefusalKind, RefusalAnswer> = {
  bad_key: refusal(401, 'invalid api token'),
  rate_limit: refusal(429, 'You are past the per minute request limit, please wait and try again later.'),
  quota: refusal(429, 'You are using a Trial key, which is limited to 1000 API calls / month.'),
  bad_request: refusal(400, 'invalid request: messages must not be empty'),
  context_length: refusal(400, 'too many tokens: size limit exceeded by 1200 tokens'),
  not_found: refusal(404, "model 'none' not found"),
  server_error: refusal(500, 'internal server error'),
  unavailable: refusal(503, 'service unavailable'),
  overloaded: refusal(529, 'overloaded'),
}

export const cohere: Provider = {
  name: 'cohere',
  mount: '/cohere',
  wires: [chat],
  environment: (baseUrl) => ({ CO_API_URL: baseUrl, CO_API_KEY: 'cohere-fake' }),
  refusal: (kind) => refusals[kind],
}
