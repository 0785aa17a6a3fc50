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
import type { StreamedJson } from './body/streamed-json.ts'
import type { Caller } from './caller.ts'
import type { Uploaded } from './upload-target.ts'

/** A call that was checked against its contract. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly caller: Caller
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  readonly visitor: Client
  /** The User-Agent header; empty without one. */
  readonly userAgent: string
  /** Null if the header is missing or the endpoint ignores it. */
  readonly idempotencyKey: string | null
  /** The bytes of the body as received; empty without a body. */
  readonly original: Buffer
  /** True if the body has the endpoint's binary format; `body` is then undefined. */
  readonly isBinary: boolean
  /** True if the body is large and the handler parses it; `body` is then undefined. */
  readonly isUnparsed: boolean
  /** The file of a form. */
  readonly upload: Upload | null
  /** The stored file of the streamed field. It is deleted after the call unless the handler keeps it. */
  readonly file: Uploaded | null
  /** The Last-Event-ID of a client that resumes a stream; null for a new stream. */
  readonly lastEventId: string | null
}

/** Where a call comes from. */
export interface Visitor {
  readonly address: string
  /** True if browsers keep a secure cookie for this address. */
  readonly isSecure: boolean
}

/** The client of a call in progress. */
export interface Client extends Visitor {
  /** Aborts when the client disconnects before the response. */
  readonly signal: AbortSignal
  /** The origin under which the client reached this server. */
  readonly origin: string
  /** Authorizes the call again. @throws Refusal if the key or session is no longer valid. */
  reauthorize(): Promise<void>
}

export interface Upload {
  /** The field name of the part, as the contract has it. */
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

/** The result of a transaction that changes an entity, with the entity before the change. */
export class ChangeAnswer<B> extends Answer<B> {
  readonly before: unknown
  constructor(status: number, body: B, before: unknown) {
    super(status, body)
    this.before = before
  }
}

/** JSON text from a cache, with its ETag. */
export class CachedJson {
  readonly text: string
  readonly etag: string
  constructor(text: string, etag: string) {
    this.text = text
    this.etag = etag
  }
}

/** A JSON response as bytes. Their memory holds no other data, and is freed when the response is sent. */
export class WrittenJson {
  readonly bytes: Buffer<ArrayBuffer>
  constructor(bytes: Buffer<ArrayBuffer>) {
    this.bytes = bytes
  }
}

/** A file with the media type that the endpoint declares. */
export class Download {
  readonly bytes: Buffer
  readonly fileName: string
  constructor(bytes: Buffer, fileName: string) {
    this.bytes = bytes
    this.fileName = fileName
  }
}

/** Media that callers sent, with the type that their bytes show; named by their hash. */
export class MediaFile {
  readonly bytes: Buffer
  readonly mediaType: string
  readonly sha256: string
  /** False: browsers save the file and do not show it. */
  readonly isInline: boolean
  constructor(bytes: Buffer, mediaType: string, sha256: string, isInline: boolean) {
    this.bytes = bytes
    this.mediaType = mediaType
    this.sha256 = sha256
    this.isInline = isInline
  }
}

/** A file that is generated while it is sent, at the speed of the client. It stops when the client disconnects. */
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

/** Sends an event with the id at which a client can resume. Resolves when the client can take more. */
export type SendEvent = (name: string, data: unknown, id?: string) => Promise<void>

/**
 * Server-sent events. The result of `work` is sent as the last event `end`. A refusal becomes an `error` event; before
 * the first event it becomes a plain response.
 */
export class EventStream<B> {
  readonly work: (send: SendEvent) => Promise<B>
  constructor(work: (send: SendEvent) => Promise<B>) {
    this.work = work
  }
}

/** A response in the binary format that the call used. */
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
/** One handler for each endpoint. A missing handler is a compile error. */
export type Handlers = { readonly [N in EndpointName]: Handler<N> }
