import type {
  Response,
  ResponseFunctionToolCall,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses'
import type { Answer, Call } from './wire.ts'

const text = 'Hello from responses.'

/** Calls the first function it is offered, else speaks. */
export function responsesAnswer({ body }: Call): Answer {
  const tool: string | undefined = body.tools?.find((one: { type: string }) => one.type === 'function')?.name
  const item = tool ? callOf(tool) : message(text, 'completed')
  const done = answerOf(body.model, [item], 'completed')
  if (!body.stream) return { json: done }
  const events = tool ? callEvents(callOf(tool)) : messageEvents()
  const started = answerOf(body.model, [], 'in_progress')
  return {
    events: [
      { type: 'response.created' as const, response: started },
      { type: 'response.in_progress' as const, response: started },
      ...events,
      { type: 'response.completed' as const, response: done },
    ].map((event, sequence_number) => ({
      event: event.type,
      data: { ...event, sequence_number } as ResponseStreamEvent,
    })),
  }
}

function answerOf(model: string, output: ResponseOutputItem[], status: 'completed' | 'in_progress') {
  return {
    id: 'resp_fake',
    object: 'response',
    access_programs: null,
    created_at: 1_795_168_800,
    status,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model,
    output,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    ...(status === 'completed' && {
      usage: {
        input_tokens: 12,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 8,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 20,
      },
    }),
  } satisfies Omit<Response, 'output_text'>
}

const message = (said: string, status: ResponseOutputMessage['status']) =>
  ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status,
    content: said === '' ? [] : [{ type: 'output_text', text: said, annotations: [] }],
  }) satisfies ResponseOutputMessage

const callOf = (name: string) =>
  ({
    id: 'fc_1',
    type: 'function_call',
    call_id: 'call_1',
    name,
    arguments: '{"city":"Oslo"}',
    status: 'completed',
  }) satisfies ResponseFunctionToolCall

type Unnumbered = ResponseStreamEvent extends infer E
  ? E extends unknown
    ? Omit<E, 'sequence_number'>
    : never
  : never

function messageEvents(): Unnumbered[] {
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  const part = (said: string) => ({ type: 'output_text' as const, text: said, annotations: [] })
  return [
    { type: 'response.output_item.added', output_index: 0, item: message('', 'in_progress') },
    { type: 'response.content_part.added', ...place, part: part('') },
    { type: 'response.output_text.delta', ...place, delta: 'Hello ', logprobs: [] },
    { type: 'response.output_text.delta', ...place, delta: 'from responses.', logprobs: [] },
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: part(text) },
    { type: 'response.output_item.done', output_index: 0, item: message(text, 'completed') },
  ]
}

function callEvents(call: ResponseFunctionToolCall): Unnumbered[] {
  const place = { item_id: 'fc_1', output_index: 0 }
  return [
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...call, arguments: '', status: 'in_progress' },
    },
    { type: 'response.function_call_arguments.delta', ...place, delta: '{"city":' },
    { type: 'response.function_call_arguments.delta', ...place, delta: '"Oslo"}' },
    { type: 'response.function_call_arguments.done', ...place, arguments: call.arguments },
    { type: 'response.output_item.done', output_index: 0, item: call },
  ]
}
