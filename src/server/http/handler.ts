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

/** A request that passed its contract. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly caller: Caller
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  readonly visitor: Client
  /** User-Agent header, or empty. */
  readonly userAgent: string
  /** Null if the header is missing or the endpoint ignores it. */
  readonly idempotencyKey: string | null
  /** Body bytes as received; empty without a body. */
  readonly original: Buffer
  /** The body is in the endpoint's binary format: `body` is undefined. */
  readonly isBinary: boolean
  /** The body is large and left to the handler: `body` is undefined. */
  readonly isUnparsed: boolean
  /** The file of a form. */
  readonly upload: Upload | null
  /** The stored file of the streamed field. It is deleted unless the handler keeps it. */
  readonly file: Uploaded | null
  /** Last-Event-ID of a client that resumes a stream; null: a new stream. */
  readonly lastEventId: string | null
}

/** Origin of a call. */
export interface Visitor {
  readonly address: string
  /** True if browsers keep a secure cookie for this address. */
  readonly isSecure: boolean
}

/** Client of a call in progress. */
export interface Client extends Visitor {
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal
  /** Authorizes the call again. @throws Refusal if the key or session is no longer valid. */
  stillMay(): Promise<void>
}

export interface Upload {
  /** Field name of the part, one of the contract's. */
  readonly field: string
  readonly bytes: Buffer
}

/** A response with another status than the endpoint's default. */
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

/** Response of a changing transaction, with the reading operation's response before the change. */
export class ChangeAnswer<B> extends Answer<B> {
  readonly before: unknown
  constructor(status: number, body: B, before: unknown) {
    super(status, body)
    this.before = before
  }
}

/** JSON text with its ETag, from a cache. */
export class CachedJson {
  readonly text: string
  readonly etag: string
  constructor(text: string, etag: string) {
    this.text = text
    this.etag = etag
  }
}

/** JSON as bytes. */
export class WrittenJson {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/** A file with the endpoint's declared media type. */
export class Download {
  readonly bytes: Buffer
  readonly fileName: string
  constructor(bytes: Buffer, fileName: string) {
    this.bytes = bytes
    this.fileName = fileName
  }
}

/** Bytes of unknown origin with the type that they show, named by their hash. */
export class MediaFile {
  readonly bytes: Buffer
  readonly mediaType: string
  readonly sha256: string
  /** Otherwise browsers save it. */
  readonly isInline: boolean
  constructor(bytes: Buffer, mediaType: string, sha256: string, isInline: boolean) {
    this.bytes = bytes
    this.mediaType = mediaType
    this.sha256 = sha256
    this.isInline = isInline
  }
}

/** A file generated while it is sent, at the client's reading speed; stops when the client disconnects. */
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

/** Sends an event with its resume id; resolves when the client can take more. */
export type SendEvent = (name: string, data: unknown, id?: string) => Promise<void>

/**
 * Server-sent events. The result of `work` is the final event `end`. A refusal becomes an `error` event, or a
 * plain response if no event was sent yet.
 */
export class EventStream<B> {
  readonly work: (send: SendEvent) => Promise<B>
  constructor(work: (send: SendEvent) => Promise<B>) {
    this.work = work
  }
}

/** A response in the binary format of the call. */
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
  | MediaFile
  | StreamedDownload
  | EventStream<SuccessBody<E>>
  | BinaryAnswer

export type HandlerOf<E extends Endpoint> = (context: Context, call: Call<E>) => Promise<Reply<E>>
export type Handler<N extends EndpointName> = HandlerOf<Endpoints[N]>
/** One handler per endpoint: a missing one does not compile. */
export type Handlers = { readonly [N in EndpointName]: Handler<N> }
