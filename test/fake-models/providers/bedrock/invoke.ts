import { messages } from '../anthropic.ts'
import type { Wire } from '../provider.ts'
import { eventFrame, exceptionFrame, frames } from './frame.ts'

/** Claude by InvokeModel: Anthropic's messages, with events in Amazon's frames. */
export const invoke: Wire = {
  name: 'invoke',
  path: /^\/model\/[^/]+\/invoke(-with-response-stream)?$/,
  question: (call) => ({
    ...messages.question(call),
    model: decodeURIComponent(call.path.split('/')[2] ?? ''),
  }),
  answer(question, reply) {
    const stream = question.call.path.endsWith('-stream')
    const body = { ...question.call.body, stream }
    const answer = messages.answer({ ...question, call: { ...question.call, body } }, reply)
    return stream ? frames(answer.parts.flatMap(chunk)) : answer
  },
  errorPart: (message) => exceptionFrame('internalServerException', message),
}

/** Wraps an event. Pings are left out, because InvokeModel does not send them. */
function chunk(event: Uint8Array): Uint8Array[] {
  const data = /^data: (.*)$/m.exec(Buffer.from(event).toString())?.[1] ?? '{}'
  if (data.includes('"ping"')) return []
  return [eventFrame('chunk', { bytes: Buffer.from(data).toString('base64') })]
}
