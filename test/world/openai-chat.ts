import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import type { Answer, Call } from './wire.ts'

const id = 'chatcmpl-fake'
const created = 1_795_168_800
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }

/** Calls the first function it is offered, else speaks. */
export function chatAnswer({ body }: Call): Answer {
  const name: string | undefined = body.tools?.[0]?.function?.name
  if (body.stream) return { events: [...chunksOf(body, name).map((data) => ({ data })), { data: '[DONE]' }] }
  return { json: whole(body.model, name) }
}

function whole(model: string, tool: string | undefined): ChatCompletion {
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        logprobs: null,
        finish_reason: tool ? 'tool_calls' : 'stop',
        message: tool
          ? {
              role: 'assistant',
              content: null,
              refusal: null,
              tool_calls: [
                { id: 'call_1', type: 'function', function: { name: tool, arguments: '{"city":"Oslo"}' } },
              ],
            }
          : { role: 'assistant', content: 'Hello from chat.', refusal: null },
      },
    ],
    usage,
  } satisfies ChatCompletion
}

type Delta = ChatCompletionChunk.Choice.Delta
type CallPart = Omit<ChatCompletionChunk.Choice.Delta.ToolCall, 'index'>

function chunksOf(
  body: { model: string; stream_options?: { include_usage?: boolean } },
  tool: string | undefined,
): ChatCompletionChunk[] {
  const chunk = (rest: Pick<ChatCompletionChunk, 'choices' | 'usage'>) =>
    ({
      id,
      object: 'chat.completion.chunk',
      created,
      model: body.model,
      ...rest,
    }) satisfies ChatCompletionChunk
  const saying = (delta: Delta, finish_reason: ChatCompletionChunk.Choice['finish_reason'] = null) =>
    chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason }] })
  const calling = (part: CallPart) => saying({ tool_calls: [{ index: 0, ...part }] })
  const words = tool
    ? [
        calling({ id: 'call_1', type: 'function', function: { name: tool, arguments: '' } }),
        calling({ function: { arguments: '{"city":' } }),
        calling({ function: { arguments: '"Oslo"}' } }),
      ]
    : [saying({ content: 'Hello ' }), saying({ content: 'from chat.' })]
  return [
    saying({ role: 'assistant', content: tool ? null : '' }),
    ...words,
    saying({}, tool ? 'tool_calls' : 'stop'),
    ...(body.stream_options?.include_usage ? [chunk({ choices: [], usage })] : []),
  ]
}
