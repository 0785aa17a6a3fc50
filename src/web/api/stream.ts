import endpoints from 'virtual:endpoints'
import type { EndpointName, Endpoints } from '../../contract/index.ts'
import { ApiError } from './api-error.ts'
import { type Answer, send } from './call.ts'
import { readAnswer } from './read-answer.ts'

/** The events before the final one. */
export type OnEvent = (name: string, data: Record<string, unknown>) => void

/** Calls a streaming endpoint: `onEvent` gets each event, and the result is that of `call`. */
export async function stream<N extends EndpointName>(
  name: N,
  body: NonNullable<Endpoints[N]['example']['body']>,
  { onEvent, signal }: { onEvent: OnEvent; signal: AbortSignal },
): Promise<Answer<N>> {
  const [method, path] = endpoints[name]!
  const response = await send(name, path, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...(body as object), stream: true }),
    credentials: 'same-origin',
    signal,
  })
  if (!response.ok) throw ApiError.of(response.status, await response.text())
  for await (const { event, data } of eventsOf(response.body!)) {
    if (event === 'end') return (await readAnswer(data)) as Answer<N>
    if (event === 'error') throw ApiError.of(502, data)
    onEvent(event, (await readAnswer(data)) as Record<string, unknown>)
  }
  throw new Error('The connection ended before the answer was complete. Try again.')
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: string }> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>
  let text = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += chunk.value
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const parsed = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end))
      text = text.slice(end + 2)
      if (parsed) yield { event: parsed[1]!, data: parsed[2]! }
    }
  }
}
