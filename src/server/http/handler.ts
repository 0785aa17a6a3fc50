import type {
  Body,
  Endpoint,
  EndpointName,
  Endpoints,
  Params,
  Query,
  SuccessBody,
} from '../../contract/index.ts'
import type { Context } from '../context.ts'
import type { Uploaded } from '../uploads/index.ts'
import type { Caller } from './caller.ts'
import type { StreamedJson } from './streamed-json.ts'

/** One request that passed its contract. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly caller: Caller
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  readonly visitor: Client
  /** What the client calls itself; empty when it does not say. */
  readonly userAgent: string
  /** Null where the caller sends none, and on endpoints that take none. */
  readonly idempotencyKey: string | null
  /** The body's bytes as they came; empty when there was none. */
  readonly original: Buffer
  /** The body came in the endpoint's binary form: there is no `body`, only its bytes. */
  readonly isBinary: boolean
  /** The file that came beside the JSON of a form. */
  readonly upload: Upload | null
  /** The file of the streamed field, put away. It goes unless the handler keeps it. */
  readonly file: Uploaded | null
  /** The `Last-Event-ID` of a client that goes on with a stream; null when it begins one. */
  readonly lastEventId: string | null
}

/** Where a call comes from. */
export interface Visitor {
  readonly address: string
  /** Whether a browser keeps a secure cookie for this address. */
  readonly isSecure: boolean
}

/** The visitor of a call under way. */
export interface Client extends Visitor {
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal
  /** Asks again who is calling. Throws once the key or the session is no longer good for this. */
  stillMay(): Promise<void>
}

export interface Upload {
  /** The name of its part, as the caller chose among those of the contract. */
  readonly field: string
  readonly bytes: Buffer
}

/** An answer with a status other than the endpoint's default. */
export class Answer<B> {
  readonly status: number
  readonly body: B
  readonly cookie: string | undefined
  constructor(status: number, body: B, cookie?: string) {
    this.status = status
    this.body = body
    this.cookie = cookie
  }
}

/** What the transaction of a change answers, with what the reading operation at the same address would have shown before it. */
export class ChangeAnswer<B> extends Answer<B> {
  readonly before: unknown
  constructor(status: number, body: B, before: unknown) {
    super(status, body)
    this.before = before
  }
}

/** A body that is already JSON text, with its ETag: what a cache keeps. */
export class CachedJson {
  readonly text: string
  readonly etag: string
  constructor(text: string, etag: string) {
    this.text = text
    this.etag = etag
  }
}

/** A body that is already JSON, as the bytes that are sent. */
export class WrittenJson {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/** A file, of the media type that the endpoint declares as its download. */
export class Download {
  readonly bytes: Buffer
  readonly fileName: string
  constructor(bytes: Buffer, fileName: string) {
    this.bytes = bytes
    this.fileName = fileName
  }
}

/** A file that is made while it is sent: `chunks` goes no faster than the client reads, and ends when it is gone. */
export class StreamedDownload {
  readonly chunks: AsyncIterable<Buffer>
  readonly fileName: string
  readonly mediaType: string
  constructor(chunks: AsyncIterable<Buffer>, fileName: string, mediaType: string) {
    this.chunks = chunks
    this.fileName = fileName
    this.mediaType = mediaType
  }
}

/** Sends one event, with the id from which a client goes on; settles when the client has room for more. */
export type SendEvent = (name: string, data: unknown, id?: string) => Promise<void>

/**
 * An answer in pieces, as server-sent events. What the work gives back is the last event, `end`; what it refuses once
 * something was sent is the event `error`, and before that an answer with its status as everywhere.
 */
export class EventStream<B> {
  readonly work: (send: SendEvent) => Promise<B>
  constructor(work: (send: SendEvent) => Promise<B>) {
    this.work = work
  }
}

/** An answer in the binary form in which the call came. */
export class BinaryAnswer {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

export type Reply<E extends Endpoint> =
  | SuccessBody<E>
  | Answer<SuccessBody<E>>
  | CachedJson
  | WrittenJson
  | StreamedJson
  | Download
  | StreamedDownload
  | EventStream<SuccessBody<E>>
  | BinaryAnswer

export type HandlerOf<E extends Endpoint> = (context: Context, call: Call<E>) => Promise<Reply<E>>
export type Handler<N extends EndpointName> = HandlerOf<Endpoints[N]>
/** One handler for each endpoint: a missing one does not compile. */
export type Handlers = { readonly [N in EndpointName]: Handler<N> }
