import type { Completion } from 'openai/resources/completions'
import type { Answer, Call } from './wire.ts'

const usage = { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 }

export function textCompletionAnswer({ body }: Call): Answer {
  const part = (text: string, isLast: boolean, counted: boolean) =>
    ({
      id: 'cmpl-fake',
      object: 'text_completion',
      created: 1_795_168_800,
      model: body.model,
      // Between the parts of a stream the real wire says null, whatever the type says.
      choices: [{ index: 0, text, logprobs: null, finish_reason: (isLast ? 'stop' : null) as 'stop' }],
      ...(counted && { usage }),
    }) satisfies Completion
  if (!body.stream) return { json: part('Hello from text.', true, true) }
  const parts = [part('Hello ', false, false), part('from text.', true, true)]
  return { events: [...parts.map((data) => ({ data })), { data: '[DONE]' }] }
}
