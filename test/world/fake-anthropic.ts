import type { Message, RawMessageStreamEvent, Usage } from '@anthropic-ai/sdk/resources/messages'
import { type Answer, type Call, type Failure, type FakeProvider, startProvider } from './wire.ts'

/** Anthropic as its own client sees it; `baseUrl` is what belongs into ANTHROPIC_BASE_URL. */
export async function startFakeAnthropic(): Promise<FakeProvider> {
  return startProvider({ '/v1/messages': messagesAnswer })
}

const failure = (status: number, type: string, message: string): Failure => ({
  status,
  body: { type: 'error', error: { type, message }, request_id: 'req_fake' },
})

export const anthropicFailures = {
  badKey: failure(401, 'authentication_error', 'invalid x-api-key'),
  rateLimit: failure(429, 'rate_limit_error', "This request would exceed your organization's rate limit."),
  overloaded: failure(529, 'overloaded_error', 'Overloaded'),
  badRequest: failure(400, 'invalid_request_error', 'max_tokens: Field required'),
}

/** Uses the first tool it is offered, after a word; else speaks. */
function messagesAnswer({ body }: Call): Answer {
  const tool: string | undefined = body.tools?.[0]?.name
  const message = tool ? usingTool(body.model, tool) : speaking(body.model)
  if (!body.stream) return { json: message }
  return { events: eventsOf(message).map((data) => ({ event: data.type, data })) }
}

const usage = {
  input_tokens: 14,
  output_tokens: 6,
  cache_creation: null,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  inference_geo: null,
  output_tokens_details: null,
  server_tool_use: null,
  service_tier: 'standard',
  speed: null,
} satisfies Usage

const common = (model: string) => ({
  id: 'msg_fake',
  type: 'message' as const,
  role: 'assistant' as const,
  model,
  container: null,
  diagnostics: null,
  stop_details: null,
  stop_sequence: null,
  usage,
})

const speaking = (model: string) =>
  ({
    ...common(model),
    content: [{ type: 'text', text: 'Hello from Claude.', citations: null }],
    stop_reason: 'end_turn',
  }) satisfies Message

const usingTool = (model: string, name: string) =>
  ({
    ...common(model),
    content: [
      { type: 'text', text: 'Let me look.', citations: null },
      { type: 'tool_use', id: 'toolu_1', name, input: { city: 'Oslo' }, caller: { type: 'direct' } },
    ],
    stop_reason: 'tool_use',
  }) satisfies Message

function eventsOf(message: Message): RawMessageStreamEvent[] {
  return [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
    },
    ...message.content.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason, stop_sequence: null, stop_details: null, container: null },
      usage: {
        input_tokens: null,
        output_tokens: 6,
        output_tokens_details: null,
        cache_creation_input_tokens: null,
        cache_read_input_tokens: null,
        server_tool_use: null,
      },
    },
    { type: 'message_stop' },
  ]
}

function blockEvents(block: Message['content'][number], index: number): RawMessageStreamEvent[] {
  const start = (content_block: Message['content'][number]) =>
    ({ type: 'content_block_start', index, content_block }) as const
  const delta = (
    part: { type: 'text_delta'; text: string } | { type: 'input_json_delta'; partial_json: string },
  ) => ({ type: 'content_block_delta', index, delta: part }) as const
  const stop = { type: 'content_block_stop', index } as const
  if (block.type === 'text')
    return [
      start({ ...block, text: '' }),
      delta({ type: 'text_delta', text: block.text.slice(0, 6) }),
      delta({ type: 'text_delta', text: block.text.slice(6) }),
      stop,
    ]
  if (block.type !== 'tool_use') throw new Error(`the fake does not stream ${block.type}`)
  const json = JSON.stringify(block.input)
  return [
    start({ ...block, input: {} }),
    delta({ type: 'input_json_delta', partial_json: json.slice(0, 8) }),
    delta({ type: 'input_json_delta', partial_json: json.slice(8) }),
    stop,
  ]
}
