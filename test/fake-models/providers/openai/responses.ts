import type {
  Response,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseStreamEvent,
  ResponseUsage,
} from 'openai/resources/responses/responses'
import { eventPart, events, json } from '../../call.ts'
import { argumentsText, type Question, type Reply, usageOf } from '../../question.ts'
import type { Wire } from '../provider.ts'
import { schemaOf, textsOf, toolsOf } from './request-parts.ts'
import { itemEvents } from './response-events.ts'

export const responses: Wire = {
  name: 'responses',
  path: /\/responses$/,
  question({ body }) {
    const last = Array.isArray(body?.input) ? body.input.at(-1) : { content: body?.input }
    const isToolResult = last?.type === 'function_call_output'
    return {
      model: body?.model ?? '',
      text: textsOf(isToolResult ? last.output : last?.content),
      isToolResult,
      tools: toolsOf(body ?? {}),
      schema: schemaOf(body?.text?.format),
      choices: 1,
      thinks: Boolean(body?.reasoning),
      wantsImage: Boolean(body?.tools?.some((tool: { type: string }) => tool.type === 'image_generation')),
    }
  },
  answer(question, reply) {
    const output = itemsOf(reply, itemsBefore(question))
    const done = answerOf(question, output, reply)
    if (!question.call.body.stream) return json(done)
    const started = answerOf(question, [], null)
    const last = reply.end && reply.end !== 'usual' ? 'response.incomplete' : 'response.completed'
    return events(
      [
        { type: 'response.created' as const, response: started },
        { type: 'response.in_progress' as const, response: started },
        ...output.flatMap(itemEvents),
        { type: last, response: done },
      ].map((event, sequence_number) => ({
        event: event.type,
        data: { ...event, sequence_number } as ResponseStreamEvent,
      })),
    )
  },
  errorPart: (message) =>
    eventPart({
      event: 'error',
      data: { type: 'error', code: 'server_error', message, param: null, sequence_number: 99 },
    }),
}

/** The response object; it has a result only if `reply` is given. */
function answerOf(question: Question, output: ResponseOutputItem[], reply: Reply | null) {
  const incomplete = reply?.end && reply.end !== 'usual'
  const reason = reply?.end === 'length' ? ('max_output_tokens' as const) : ('content_filter' as const)
  const usage = reply && usageOf(question, reply)
  const { instructions, metadata, parallel_tool_calls, temperature, tool_choice, tools, top_p } =
    question.call.body
  return {
    id: `resp_${itemsBefore(question) + 1}`,
    object: 'response',
    access_programs: null,
    created_at: 1_795_168_800,
    status: reply === null ? 'in_progress' : incomplete ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: incomplete ? { reason } : null,
    instructions: instructions ?? null,
    metadata: metadata ?? {},
    model: question.model,
    output,
    parallel_tool_calls: parallel_tool_calls ?? true,
    temperature: temperature ?? 1,
    tool_choice: tool_choice ?? 'auto',
    tools: tools ?? [],
    top_p: top_p ?? 1,
    ...(usage && { usage: wireUsage(usage) }),
  } satisfies Omit<Response, 'output_text'>
}

const wireUsage = (usage: NonNullable<ReturnType<typeof usageOf>>): ResponseUsage => ({
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.cacheWrite },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: usage.reasoning },
  total_tokens: usage.input + usage.output,
})

/** Clients that keep a conversation leave out an item whose id an earlier item has. */
const itemsBefore = ({ call: { body } }: Question): number =>
  Array.isArray(body.input) ? body.input.length - 1 : 0

function itemsOf(
  { thinking, text, refusal, toolCalls = [], images = [], end }: Reply,
  before: number,
): ResponseOutputItem[] {
  const status = end && end !== 'usual' ? 'incomplete' : 'completed'
  const content: ResponseOutputMessage['content'] = [
    ...(text === undefined ? [] : [{ type: 'output_text' as const, text, annotations: [] }]),
    ...(refusal === undefined ? [] : [{ type: 'refusal' as const, refusal }]),
  ]
  return [
    ...(thinking === undefined
      ? []
      : [
          {
            id: `rs_${before + 1}`,
            type: 'reasoning' as const,
            summary: [{ type: 'summary_text' as const, text: thinking }],
          },
        ]),
    ...(content.length === 0
      ? []
      : [
          {
            id: `msg_${before + 1}`,
            type: 'message' as const,
            role: 'assistant' as const,
            status,
            content,
          } as const,
        ]),
    ...toolCalls.map((call, index) => ({
      id: `fc_${before + index + 1}`,
      type: 'function_call' as const,
      call_id: call.id ?? `call_${index + 1}`,
      name: call.name,
      arguments: argumentsText(call),
      status: 'completed' as const,
    })),
    ...images.map((result, index) => ({
      id: `ig_${before + index + 1}`,
      type: 'image_generation_call' as const,
      status: 'completed' as const,
      result,
    })),
  ] as ResponseOutputItem[]
}
