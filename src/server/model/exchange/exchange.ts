import { type Fields, field, isFields } from '../../../engine/template/provider-reading/index.ts'
import { ModelFailure } from '../failure.ts'
import type { ModelCall, ModelChunk, ModelReply } from '../provider.ts'
import { failureOfAnswer, failureOfError, failureOfTransport, type Told, unreadable } from './failures.ts'
import { eventEnd, frameEnd, wholePieces } from './whole-pieces.ts'

export type Send = typeof globalThis.fetch

/** What an exchange knows of the provider it is with. */
export interface Wire extends Told {
  /** The request headers that may leave; SDKs add what they find in the environment. */
  readonly headers: readonly string[]
  /** The error inside a good answer, as the provider wrote it, when that is what the SDK threw. */
  errorInside?(error: unknown): unknown
}

const harmless = ['accept', 'content-type', 'user-agent']
const maxPieceBytes = 32 * 1024 * 1024
const longestError = 64 * 1024

/** One call through an SDK that sends with the given fetch; whatever it throws becomes a ModelFailure. */
export async function callThrough<T>(
  send: Send,
  call: ModelCall,
  wire: Wire,
  work: (send: Send) => Promise<T>,
): Promise<T> {
  const exchange = openExchange(send, call, wire)
  try {
    return await work(exchange.send)
  } catch (error) {
    throw exchange.explain(error)
  } finally {
    exchange.close()
  }
}

/** A stream of an SDK's events, and what puts them together. */
export interface Streaming<Event> {
  readonly events: AsyncIterable<Event>
  readonly assembly: Assembly
  replyOf(response: Fields): ModelReply
  /** The event as it is handed on; itself unless said. */
  rawOf?(event: Event): unknown
}

export interface Assembly {
  /** Takes an event and returns the text in it, if any. */
  add(event: unknown): string
  isComplete(): boolean
  response(): Fields
}

/** The same for a stream. The connection is closed however the stream ends, also when its reader stops. */
export async function* streamThrough<Event>(
  send: Send,
  call: ModelCall,
  wire: Wire,
  open: (send: Send) => Promise<Streaming<Event>>,
): AsyncGenerator<ModelChunk, ModelReply> {
  const exchange = openExchange(send, call, wire)
  try {
    const { events, assembly, replyOf, rawOf } = await open(exchange.send)
    for await (const event of events) {
      const text = assembly.add(event)
      yield { raw: rawOf ? rawOf(event) : event, text }
    }
    if (!assembly.isComplete()) throw new Error('it ended too early.')
    return replyOf(assembly.response())
  } catch (error) {
    throw exchange.explain(error)
  } finally {
    exchange.close()
  }
}

function openExchange(send: Send, call: ModelCall, wire: Wire) {
  const closing = new AbortController()
  const signal = AbortSignal.any([call.signal, closing.signal])
  let failed: ModelFailure | null = null
  let answered = false

  /** SDKs wrap, rename and swallow what their fetch throws, so it is kept here. */
  function remember(failure: ModelFailure): ModelFailure {
    failed ??= failure
    return failure
  }

  function watched(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { done, value } = await reader.read()
            if (done) controller.close()
            else controller.enqueue(value)
          } catch (error) {
            throw remember(failureOfTransport(error, wire, call, { answered }))
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    )
  }

  /** Some errors come with status 200, and SDKs drop the fields that they do not know. */
  async function checked(response: Response): Promise<Response> {
    const { status, headers } = response
    const text = await new Response(response.body && watched(response.body)).text()
    const error = errorIn(text)
    if (error !== null) throw remember(failureOfError(error, wire, call))
    return new Response(text, { status, headers })
  }

  function prepared({ status, headers, body }: Response): Response {
    return new Response(body && inPieces(watched(body), headers.get('content-type') ?? ''), {
      status,
      headers,
    })
  }

  return {
    async send(input: Parameters<Send>[0], init?: RequestInit): Promise<Response> {
      const given = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
      const headers = new Headers(
        [...given].filter(([name]) => [...harmless, ...wire.headers].includes(name)),
      )
      // Our signal instead of the SDK's: its timers count for nothing beside the caller's deadline.
      const response = await send(input, { ...init, headers, signal }).catch((error: unknown) => {
        throw remember(failureOfTransport(error, wire, call, { answered }))
      })
      answered = true
      if (!response.ok) throw remember(await failureOfAnswer(response, wire, call))
      return isJson(response) ? await checked(response) : prepared(response)
    },

    explain(error: unknown): unknown {
      if (call.signal.aborted) return call.signal.reason
      if (failed !== null) return failed
      if (error instanceof ModelFailure) return error
      const inside = answered ? wire.errorInside?.(error) : undefined
      return inside === undefined || inside === null
        ? unreadable(error, wire, call, { answered })
        : failureOfError(inside, wire, call)
    },

    close: () => closing.abort(),
  }
}

const isJson = ({ headers }: Response) => /^application\/json\b/.test(headers.get('content-type') ?? '')

/** The body of an error in the place of an answer; errors are short, so long texts are not looked at. */
function errorIn(text: string): unknown {
  if (text.length > longestError || !text.includes('"error"')) return null
  try {
    const body: unknown = JSON.parse(text)
    return isFields(field(body, 'error')) || field(body, 'object') === 'error' ? body : null
  } catch {
    return null
  }
}

function inPieces(body: ReadableStream<Uint8Array>, contentType: string): ReadableStream<Uint8Array> {
  if (contentType.startsWith('text/event-stream')) return wholePieces(body, eventEnd(), maxPieceBytes)
  if (contentType.startsWith('application/vnd.amazon.eventstream'))
    return wholePieces(body, frameEnd(maxPieceBytes), maxPieceBytes)
  return body
}
