import type { Message, RawMessageStreamEvent, Usage } from '@anthropic-ai/sdk/resources/messages'
import { type Answer, eventPart, events, json } from '../call.ts'
import { argumentsText, pieces, type Question, type Reply, usageOf } from '../question.ts'
import type { Provider, RefusalAnswer, RefusalKind, Wire } from './provider.ts'

export const messages: Wire = {
  name: 'messages',
  path: /\/v1\/messages$/,
  question({ body }) {
    const last = body?.messages?.at(-1)
    const parts = typeof last?.content === 'string' ? [{ text: last.content }] : (last?.content ?? [])
    const result = parts.find((part: { type?: string }) => part.type === 'tool_result')
    const tools = body?.tool_choice?.type === 'none' ? [] : (body?.tools ?? [])
    return {
      model: body?.model ?? '',
      text: (result ? textParts(result.content) : parts)
        .map((part: { text?: string }) => part.text ?? '')
        .join(''),
      isToolResult: result !== undefined,
      tools: tools
        .filter((tool: { input_schema?: object }) => tool.input_schema)
        .map((tool: { name: string; input_schema: object }) => ({
          name: tool.name,
          parameters: tool.input_schema,
        })),
      schema: (body?.output_config?.format ?? body?.output_format)?.schema ?? null,
      choices: 1,
      thinks: body?.thinking !== undefined && body.thinking.type !== 'disabled',
      wantsImage: false,
    }
  },
  answer(question, reply) {
    const message = messageOf(question, reply)
    return question.call.body.stream ? streamed(message) : json(message)
  },
  errorPart: (message) =>
    eventPart({ event: 'error', data: { type: 'error', error: { type: 'overloaded_error', message } } }),
}

const textParts = (content: unknown) =>
  typeof content === 'string' ? [{ text: content }] : Array.isArray(content) ? content : []

type Block = Message['content'][number]

function messageOf(question: Question, reply: Reply): Message {
  const usage = usageOf(question, reply)
  return {
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    model: question.model,
    container: null,
    diagnostics: null,
    stop_details: null,
    stop_sequence: null,
    content: blocksOf(reply),
    stop_reason: stopReason(reply),
    ...(usage && { usage: wireUsage(usage) }),
  } as Message
}

/** The usage as the real API reports it: cached tokens are not part of the input. */
const wireUsage = (usage: NonNullable<ReturnType<typeof usageOf>>): Usage => ({
  input_tokens: usage.input - usage.cached - usage.cacheWrite,
  output_tokens: usage.output,
  cache_creation: null,
  cache_creation_input_tokens: usage.cacheWrite,
  cache_read_input_tokens: usage.cached,
  inference_geo: null,
  output_tokens_details: null,
  server_tool_use: null,
  service_tier: 'standard',
  speed: null,
})

function blocksOf({ thinking, text, refusal, toolCalls = [] }: Reply): Block[] {
  const content = text ?? refusal
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking' as const, thinking, signature: 'c2lnbmVk' }]),
    ...(content === undefined ? [] : [{ type: 'text' as const, text: content, citations: null }]),
    ...toolCalls.map((call, index) => ({
      type: 'tool_use' as const,
      id: call.id ?? `toolu_${index + 1}`,
      name: call.name,
      input: call.arguments,
      caller: { type: 'direct' as const },
    })),
  ]
}

function stopReason({ refusal, toolCalls, end }: Reply): Message['stop_reason'] {
  if (refusal !== undefined || end === 'filter') return 'refusal'
  if (end === 'length') return 'max_tokens'
  return toolCalls ? 'tool_use' : 'end_turn'
}

function streamed(message: Message): Answer {
  const { usage } = message
  const list: RawMessageStreamEvent[] = [
    {
      type: 'message_start',
      message: {
        ...message,
        content: [],
        stop_reason: null,
        ...(usage && { usage: { ...usage, output_tokens: 1 } }),
      },
    },
    ...message.content.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason, stop_sequence: null, stop_details: null, container: null },
      ...(usage && {
        usage: {
          input_tokens: null,
          output_tokens: usage.output_tokens,
          output_tokens_details: null,
          cache_creation_input_tokens: null,
          cache_read_input_tokens: null,
          server_tool_use: null,
        },
      }),
    } as RawMessageStreamEvent,
    { type: 'message_stop' },
  ]
  const [start, ...rest] = list.map((data) => ({ event: data.type, data }))
  return events([start!, { event: 'ping', data: { type: 'ping' } }, ...rest])
}

function blockEvents(block: Block, index: number): RawMessageStreamEvent[] {
  const around = (content_block: Block, deltas: readonly object[]) =>
    [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ] as RawMessageStreamEvent[]
  switch (block.type) {
    case 'text':
      return around(
        { ...block, text: '' },
        pieces(block.text).map((text) => ({ type: 'text_delta', text })),
      )
    case 'thinking':
      return around({ ...block, thinking: '', signature: '' }, [
        ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ])
    case 'tool_use': {
      const text = argumentsText({ arguments: block.input })
      return around(
        { ...block, input: {} },
        [text.slice(0, 8), text.slice(8)].map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      )
    }
    default:
      throw new Error(`the fake does not stream ${block.type}`)
  }
}

const refusal = (status: number, type: string, message: string): RefusalAnswer => ({
  status,
  body: { type: 'error', error: { type, message }, request_id: 'req_fake' },
})

const refusals: Record<RefusalKind, RefusalAnswer> = {
  bad_key: refusal(401, 'authentication_error', 'invalid x-api-key'),
  rate_limit: refusal(429, 'rate_limit_error', "This request would exceed your organization's rate limit."),
  quota: refusal(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
  bad_request: refusal(400, 'invalid_request_error', 'max_tokens: Field required'),
  context_length: refusal(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
  not_found: refusal(404, 'not_found_error', 'model: none'),
  server_error: refusal(500, 'api_error', 'Internal server error'),
  unavailable: refusal(503, 'api_error', 'Service unavailable'),
  overloaded: refusal(529, 'overloaded_error', 'Overloaded'),
}

/** `baseUrl` has no version, as Anthropic's client expects. */
export const anthropic: Provider = {
  name: 'anthropic',
  mount: '/anthropic',
  wires: [messages],
  environment: (baseUrl) => ({ ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: 'sk-anthropic-fake' }),
  refusal: (kind) => refusals[kind],
}
