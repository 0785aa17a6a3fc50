import type { Completion } from 'openai/resources/completions'
import { eventPart, events, json } from '../../call.ts'
import { choicesOf, pieces, type Reply, usageOf } from '../../question.ts'
import type { Wire } from '../provider.ts'

export const textCompletions: Wire = {
  name: 'text-completions',
  path: /^(?!.*\/chat\/).*\/completions$/,
  question: ({ body }) => ({
    model: body?.model ?? '',
    text: String(body?.prompt ?? ''),
    isToolResult: false,
    tools: [],
    schema: null,
    choices: body?.n ?? 1,
    thinks: false,
    wantsImage: false,
  }),
  answer(question, reply) {
    const counted = usageOf(question, reply)
    const usage = counted && {
      prompt_tokens: counted.input,
      completion_tokens: counted.output,
      total_tokens: counted.input + counted.output,
    }
    // Between the parts of a stream the real API sends null, although its types exclude null.
    const choice = (text: string, index: number, end: 'stop' | 'length' | null) =>
      ({ index, text, logprobs: null, finish_reason: end }) as Completion['choices'][number]
    const completion = (choices: Completion['choices'], isLast: boolean): Completion => ({
      id: 'cmpl-fake',
      object: 'text_completion',
      created: 1_795_168_800,
      model: question.model,
      choices,
      ...(isLast && usage && { usage }),
    })
    const choices = choicesOf(reply)
    if (!question.call.body.stream)
      return json(
        completion(
          choices.map((one, index) => choice(one.text ?? '', index, end(one))),
          true,
        ),
      )
    const parts = choices.flatMap((one, index) => {
      const words = pieces(one.text ?? '')
      return words.map((text, at) => choice(text, index, at === words.length - 1 ? end(one) : null))
    })
    const chunks = parts.map((part, index) => completion([part], index === parts.length - 1))
    return events([...chunks.map((data) => ({ data })), { data: '[DONE]' }])
  },
  errorPart: (message) =>
    eventPart({ data: { error: { message, type: 'server_error', param: null, code: null } } }),
}

const end = (reply: Reply) => (reply.end === 'length' ? 'length' : 'stop')
