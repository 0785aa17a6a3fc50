import { type Answer, eventPart, events, json } from '../call.ts'
import { argumentsText, choicesOf, pieces, type Question, type Reply, usageOf } from '../question.ts'
import { schemaOf, textsOf, toolsOf } from './openai/request-parts.ts'
import type { Provider, RefusalAnswer, RefusalKind, Wire } from './provider.ts'

/** Chat completions with Mistral's thinking blocks, ids and usage. */
const chat: Wire = {
  name: 'chat',
  path: /^\/v1\/chat\/completions$/,
  question({ body }) {
    const last = body?.messages?.at(-1)
    return {
      model: body?.model ?? '',
      text: textsOf(last?.content),
      isToolResult: last?.role === 'tool',
      tools: toolsOf(body ?? {}),
      schema: schemaOf(body?.response_format),
      choices: body?.n ?? 1,
      thinks: body?.prompt_mode === 'reasoning',
      wantsImage: false,
    }
  },
  answer: (question, reply) =>
    question.call.body.stream ? streamed(question, reply) : json(whole(question, reply)),
  errorPart: (message) => eventPart({ data: { object: 'error', message, type: 'internal_server_error' } }),
}

const common = (question: Question) => ({
  id: 'cmpl-fake',
  created: 1_795_168_800,
  model: question.model,
})

function whole(question: Question, reply: Reply) {
  return {
    ...common(question),
    object: 'chat.completion',
    choices: choicesOf(reply).map((choice, index) => ({
      index,
      message: { role: 'assistant', content: contentOf(choice), tool_calls: callsOf(choice) },
      finish_reason: finishReason(choice),
    })),
    ...usagePart(question, reply),
  }
}

const thought = (thinking: string) => ({ type: 'thinking', thinking: [{ type: 'text', text: thinking }] })

const contentOf = ({ thinking, text = '', refusal }: Reply) =>
  thinking === undefined ? (refusal ?? text) : [thought(thinking), { type: 'text', text }]

const callsOf = ({ toolCalls }: Reply) =>
  toolCalls?.map((call, index) => ({
    id: call.id ?? `call0000${index + 1}`,
    type: 'function',
    function: { name: call.name, arguments: argumentsText(call) },
    index,
  })) ?? null

function finishReason({ toolCalls, end }: Reply): string {
  if (end === 'length') return 'length'
  return toolCalls ? 'tool_calls' : 'stop'
}

function usagePart(question: Question, reply: Reply) {
  const usage = usageOf(question, reply)
  if (!usage) return {}
  return {
    usage: {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
      ...(usage.cached > 0 && { prompt_tokens_details: { cached_tokens: usage.cached } }),
    },
  }
}

/** The parts of a stream. Mistral always reports the tokens in the last chunk. */
function streamed(question: Question, reply: Reply): Answer {
  const chunk = (delta: object, index: number, finish_reason: string | null = null, rest: object = {}) => ({
    data: {
      ...common(question),
      object: 'chat.completion.chunk',
      choices: [{ index, delta, finish_reason }],
      ...rest,
    },
  })
  const all = choicesOf(reply)
  const chunks = all.flatMap((one, index) => [
    chunk({ role: 'assistant', content: '' }, index),
    ...pieces(one.thinking ?? '').map((piece) => chunk({ content: [thought(piece)] }, index)),
    ...pieces(one.text ?? one.refusal ?? '').map((content) => chunk({ content }, index)),
    ...(one.toolCalls ? [chunk({ tool_calls: callsOf(one) }, index)] : []),
    chunk(
      { content: '' },
      index,
      finishReason(one),
      index === all.length - 1 ? usagePart(question, reply) : {},
    ),
  ])
  return events([...chunks, { data: '[DONE]' }])
}

const refusal = (status: number, type: string, message: string, code: string): RefusalAnswer => ({
  status,
  body: { object: 'error', message, type, param: null, code },
})

const refusals: Record<RefusalKind, RefusalAnswer> = {
  bad_key: { status: 401, body: { detail: 'Unauthorized' } },
  rate_limit: refusal(429, 'rate_limited', 'Rate limit exceeded', '1300'),
  quota: { status: 402, body: { detail: 'Your monthly limit is spent.' } },
  bad_request: {
    status: 422,
    body: { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }] },
  },
  context_length: refusal(
    400,
    'invalid_request_message_order',
    'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
    '3051',
  ),
  not_found: refusal(400, 'invalid_model', 'Invalid model: none', '1500'),
  server_error: refusal(500, 'internal_server_error', 'Service internal error', '3000'),
  unavailable: refusal(503, 'unavailable', 'Service unavailable.', '3700'),
  overloaded: refusal(529, 'overloaded', 'Overloaded', '3505'),
}

export const mistral: Provider = {
  name: 'mistral',
  mount: '/mistral',
  wires: [chat],
  environment: (baseUrl) => ({ MISTRAL_BASE_URL: baseUrl, MISTRAL_API_KEY: 'mistral-fake' }),
  refusal: (kind) => refusals[kind],
}
