import type { Fields } from '../../../engine/json/fields.ts'
import type { Assembly } from '../assembly.ts'
import { ModelFailure } from '../failure.ts'
import type { ModelCall, ModelChunk, ModelReply, ProviderDependencies } from '../provider.ts'
import { errorAmong, errorIn } from './error-inside.ts'
import {
  brokenOff,
  type ErrorSource,
  failureOfAnswer,
  failureOfError,
  failureOfTransport,
  unreadable,
  unsendable,
} from './failures.ts'
import { MarkedNumbers } from './marked-numbers.ts'
import { eventEnd, frameEnd, type Inspect, wholePieces } from './whole-pieces.ts'

export type Send = typeof globalThis.fetch

/** How one provider's exchanges differ from others. */
export interface Wire extends ErrorSource {
  /** Request headers that may be sent. SDKs add further ones from the environment. */
  readonly headers: readonly string[]
  /** True: numbers of an answer keep all digits, because tool arguments are JSON values in it, not text. */
  readonly keepsNumbers?: boolean
  /** Returns the provider's error inside a 200 answer, if the SDK threw it. */
  errorInside?(error: unknown): unknown
}

const standardHeaders = ['accept', 'content-type', 'user-agent']
const maxPieceBytes = 32 * 1024 * 1024

/** Makes one call through an SDK, which must send with the given function. @throws ModelFailure */
export async function callThrough(
  dependencies: ProviderDependencies,
  call: ModelCall,
  wire: Wire,
  work: (send: Send) => Promise<ModelReply>,
): Promise<ModelReply> {
  const exchange = openExchange(dependencies, call, wire)
  try {
    return exchange.restored(await work(exchange.send))
  } catch (error) {
    throw exchange.explain(error)
  } finally {
    exchange.close()
  }
}

/** The events of an SDK's stream, with the assembly that collects them. */
export interface Streaming<Event> {
  readonly events: AsyncIterable<Event>
  readonly assembly: Assembly
  replyOf(response: Fields): ModelReply
  /** Returns the event that the caller gets; absent: the event itself. */
  rawOf?(event: Event): unknown
}

/** As `callThrough`, for a stream. The connection is closed in any case, also when the reader stops. */
export async function* streamThrough<Event>(
  dependencies: ProviderDependencies,
  call: ModelCall,
  wire: Wire,
  open: (send: Send) => Promise<Streaming<Event>>,
): AsyncGenerator<ModelChunk, ModelReply> {
  const exchange = openExchange(dependencies, call, wire)
  let streaming: Streaming<Event> | null = null
  let hasBegun = false
  try {
    streaming = await open(exchange.send)
    const { events, assembly, replyOf, rawOf } = streaming
    for await (const event of events) {
      const text = assembly.add(exchange.restored(event))
      hasBegun = true
      yield { raw: rawOf ? rawOf(event) : event, text }
    }
    const response = assembly.response()
    if (response === null || !assembly.isComplete()) throw new Error('the end of the answer is missing.')
    return replyOf(response)
  } catch (error) {
    throw exchange.explain(error, hasBegun ? partialOf(streaming) : null)
  } finally {
    exchange.close()
  }
}

/** The partial reply of a broken stream; null if too little arrived. */
function partialOf<Event>(streaming: Streaming<Event> | null): ModelReply | null {
  try {
    const response = streaming?.assembly.response() ?? null
    return response && streaming!.replyOf(response)
  } catch {
    return null
  }
}

function openExchange(dependencies: ProviderDependencies, call: ModelCall, wire: Wire) {
  const fetch = dependencies.fetchFor(call.credentials)
  const numbers = wire.keepsNumbers ? new MarkedNumbers() : null
  const closing = new AbortController()
  const signal = AbortSignal.any([call.signal, closing.signal])
  let firstFailure: ModelFailure | null = null
  let hasAnswered = false
  /** Set if the connection broke after the answer had begun. */
  let broken: ModelFailure | null = null

  /** Remembers the first failure, because SDKs wrap, rename or swallow errors of their fetch. */
  function remember(failure: ModelFailure): ModelFailure {
    firstFailure ??= failure
    return failure
  }

  /** The failure that the provider or the connection reported. A stream that just stops reports none. */
  function reportedFailure(error: unknown): ModelFailure | null {
    if (firstFailure !== null) return firstFailure
    if (error instanceof ModelFailure) return error
    const innerError = hasAnswered ? wire.errorInside?.(error) : null
    return innerError === undefined || innerError === null ? null : failureOfError(innerError, wire, call)
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
            broken = failureOfTransport(error, wire, call)
            throw remember(broken)
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    )
  }

  /** Checks an answer. Some errors have status 200, and SDKs drop unknown fields. */
  async function checked(response: Response): Promise<Response> {
    const { status, headers } = response
    const text = await new Response(response.body && watched(response.body)).text()
    const error = errorIn(text)
    if (error !== null) throw remember(failureOfError(error, wire, call))
    return new Response(numbers?.mark(text) ?? text, { status, headers })
  }

  function prepared({ status, headers, body }: Response): Response {
    const type = headers.get('content-type') ?? ''
    const pieces = body && inPieces(watched(body), type, refuseErrors)
    const isText = type.startsWith('text/event-stream')
    return new Response(numbers && isText && pieces ? numbers.markEach(pieces) : pieces, { status, headers })
  }

  /** Finds errors in a stream. Some SDKs pass them on as events, others fail to parse them. */
  function refuseErrors(events: Uint8Array) {
    const reported = errorAmong(events)
    return reported && { ...reported, error: remember(failureOfError(reported.error, wire, call)) }
  }

  return {
    async send(input: Parameters<Send>[0], init?: RequestInit): Promise<Response> {
      const sentHeaders = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
      const headers = new Headers(
        [...sentHeaders].filter(([name]) => [...standardHeaders, ...wire.headers].includes(name)),
      )
      // The signal of the SDK is replaced, because only the caller's deadline counts.
      const response = await fetch(input, { ...init, headers, signal }).catch((error: unknown) => {
        throw remember(failureOfTransport(error, wire, call))
      })
      hasAnswered = true
      if (!response.ok) throw remember(await failureOfAnswer(response, wire, call, dependencies.now()))
      return isJson(response) ? await checked(response) : prepared(response)
    },

    restored: <Answer>(answer: Answer): Answer => numbers?.restore(answer) ?? answer,

    /** Returns the reason of the caller's signal, or a ModelFailure with the partial reply. */
    explain(error: unknown, partial: ModelReply | null = null): unknown {
      if (call.signal.aborted) return call.signal.reason
      const reported = reportedFailure(error)
      if (partial === null) return reported ?? (hasAnswered ? unreadable : unsendable)(error, wire, call)
      const failure =
        reported === null || reported === broken ? brokenOff(reported ?? error, wire, call) : reported
      return failure.with({ partial: partial, retryable: false })
    },

    close: () => closing.abort(),
  }
}

const isJson = ({ headers }: Response) => /^application\/json\b/.test(headers.get('content-type') ?? '')

function inPieces(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  inspect: Inspect,
): ReadableStream<Uint8Array> {
  if (contentType.startsWith('text/event-stream'))
    return wholePieces(body, eventEnd(), maxPieceBytes, inspect)
  if (contentType.startsWith('application/vnd.amazon.eventstream'))
    return wholePieces(body, frameEnd(maxPieceBytes), maxPieceBytes)
  return body
}
