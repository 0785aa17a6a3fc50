import type { SpanLog } from '../../contract/index.ts'
import { boundedTimes } from '../../engine/bounded-times.ts'
import { type Masked, markMasked } from '../../engine/masking/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import {
  inheritedMetadata,
  mergeStated,
  nothingStated,
  type ReportedCall,
  readSpan,
  reportedCall,
  type StatedIdentity,
  type Step,
  statedBy,
  stepOf,
} from '../../engine/traces/index.ts'
import { type Media, takeOutOfText } from '../bodies/index.ts'
import type { Context } from '../context.ts'
import { PayloadFrames, packDocument } from '../db/index.ts'
import {
  linkTo,
  maskRecord,
  noLink,
  type PromptLink,
  type RecordDependencies,
  type RecordedRequest,
  type RequestRecord,
  recordRequest,
} from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { digestOf, millisecondsOf, writeSpan } from './document.ts'
import type { MaskedEvent, MaskedSpan } from './mask-span.ts'
import { requestOfCall, requestOfLog } from './span-request.ts'

/** A span with all data that is derived from it, ready to store. */
export interface PreparedSpan {
  readonly span: MaskedSpan
  /** Returns the document in its stored form, with references in place of media. */
  readonly document: ReadDocument
  /** Milliseconds since 1970, bounded by the arrival of the span. The document has the times as they were sent. */
  readonly times: { readonly startedAt: number; readonly endedAt: number | null }
  readonly media: readonly Media[]
  /** Characters of the document including its media. */
  readonly size: number
  /** True on SQLite. The document is then in the payload of the request, or in `packed` if there is no request. */
  readonly isPacked: boolean
  readonly packed: Uint8Array | null
  /** Digest of the span as it was sent, without log records that were added. */
  readonly digest: string
  readonly style: string | null
  readonly step: Step
  readonly stated: StatedIdentity
  readonly request: {
    /** Makes the record from the span again, because the records of all spans in progress would be most of the heap. */
    readonly record: ReadRecord
    readonly recorded: RecordedRequest
  } | null
  /** Null if the span is no model call, or if its request was logged explicitly. */
  readonly call: ReportedCall | null
  /** The request that was logged explicitly within the span. */
  readonly log: SpanLog | null
  /** Digests of the log records that are among the events. */
  readonly logs: ReadonlySet<string>
  readonly basedOn: SpanLogs['basedOn']
}

/**
 * Maximum characters of all documents of one call, twice the limit of a body. Each document repeats the resource of the
 * call, so without a limit 30 MB could become a terabyte.
 */
const maxCallCharacters = 64 * 1024 * 1024

/** Refusals of the whole call, after which the client sends smaller calls or tries again. Other refusals concern one span. */
export const refusesCall: ReadonlySet<Refusal['code']> = new Set(['too_large', 'busy'])

type Mention = Parameters<typeof linkTo>[2]

/** The log records of a span. */
export interface SpanLogs {
  /** The log records by digest. */
  readonly events: ReadonlyMap<string, MaskedEvent>
  /**
   * The state of the stored span when it was read to prepare it again: its digest and its number of log records. Null
   * if the span was just sent.
   */
  readonly basedOn: { readonly digest: string; readonly logs: number } | null
}

const noLogs: SpanLogs = { events: new Map(), basedOn: null }

const withLogs = (span: MaskedSpan, { events }: SpanLogs): MaskedSpan => ({
  ...span,
  events: [...span.events, ...[...events.values()].sort((a, b) => Number(a.time - b.time))],
})

type ReadRecord = () => Masked<RequestRecord>

const sameRecord =
  (record: Masked<RequestRecord>): ReadRecord =>
  () =>
    record

const rebuiltRecord =
  (span: MaskedSpan, link: PromptLink, document: ReadDocument): ReadRecord =>
  () =>
    markMasked({ ...requestOfCall(span, readSpan(span).call!, link), document: document() })

type ReadDocument = () => string

const sameDocument =
  (document: string): ReadDocument =>
  () =>
    document

const rebuiltDocument =
  (span: MaskedSpan): ReadDocument =>
  () =>
    writeSpan(span, readSpan(span))

/**
 * Prepares the spans of one call. Each template that they name is looked up once. Requests take the user and session
 * that the root spans given to `readRoot` state.
 */
export class SpanPreparation {
  readonly #context: Context
  readonly #recording: RecordDependencies
  readonly #workspace: WorkspaceId
  /** The user, session and metadata that the root spans of a trace state. */
  readonly #statedByRoots = new Map<string, StatedIdentity>()
  readonly #statedBy = new Map<MaskedSpan, StatedIdentity>()
  #written = 0
  readonly #links = new Map<string, Promise<PromptLink | null>>()

  constructor(context: Context, workspace: WorkspaceId) {
    this.#context = context
    const { store, now, requestIds, prices } = context
    const frames = store.dialect === 'sqlite' ? { frames: new PayloadFrames() } : {}
    this.#recording = { store, now, requestIds, prices, ...frames }
    this.#workspace = workspace
  }

  /**
   * Adds the user, session and metadata that a root span states. Call this for all spans before the first is
   * prepared.
   */
  readRoot(span: MaskedSpan): MaskedSpan {
    if (span.parentSpanId === null) {
      const stated = statedBy(span, { isCall: false })
      this.#statedBy.set(span, stated)
      const before = this.#statedByRoots.get(span.traceId) ?? nothingStated
      this.#statedByRoots.set(span.traceId, mergeStated(before, stated))
    }
    return span
  }

  async prepare(span: MaskedSpan, log: SpanLog | null, logs: SpanLogs = noLogs): Promise<PreparedSpan> {
    const hasLogs = logs.events.size > 0
    const spanWithLogs = hasLogs ? withLogs(span, logs) : span
    const reading = readSpan(spanWithLogs)
    const spanDocument = writeSpan(spanWithLogs, reading)
    const spanJson = hasLogs ? writeSpan(span, readSpan(span)) : spanDocument
    const digest = logs.basedOn?.digest ?? digestOf(spanJson)
    this.#written += spanDocument.length
    if (this.#written > maxCallCharacters)
      throw new Refusal('too_large', 'The spans, each with its resource, are larger than one call may bring.')
    const { text: document, media } = await takeOutOfText(spanDocument)
    const isPacked = this.#context.store.dialect === 'sqlite'
    const recordWithoutDocument = await this.#recordOf(spanWithLogs, reading.call, log)
    const record = recordWithoutDocument && markMasked({ ...recordWithoutDocument, document })
    const statedByRoot = this.#statedByRoots.get(span.traceId) ?? nothingStated
    const inherited =
      recordWithoutDocument && inheritedMetadata(statedByRoot, Object.keys(recordWithoutDocument.metadata))
    // True if the payload of the request holds the document.
    const isInPayload = isPacked && record !== null && media.length === 0
    const readDocument = isInPayload ? rebuiltDocument(spanWithLogs) : sameDocument(document)
    const request = record && {
      record: log ? sameRecord(record) : rebuiltRecord(spanWithLogs, record.link, readDocument),
      recorded: await recordRequest(
        this.#recording,
        this.#workspace,
        markMasked({ ...record, metadata: { ...record.metadata, ...inherited } }),
      ),
    }
    const isEmbedding = reading.call?.call.functionName === 'embeddings'
    const step = stepOf(span, record && (isEmbedding ? 'embedding' : 'llm'))
    return {
      span,
      style: reading.style,
      step,
      stated: this.#statedBy.get(span) ?? statedBy(span, { isCall: record !== null }),
      request,
      times: boundedTimes(
        {
          startedAt: millisecondsOf(span.startedAt),
          endedAt: span.endedAt === null ? null : millisecondsOf(span.endedAt),
        },
        this.#context.now(),
      ),
      call: !log && request && reading.call ? reportedCall(span, reading.call) : null,
      log,
      logs: new Set(logs.events.keys()),
      basedOn: logs.basedOn,
      document: readDocument,
      media,
      size: spanDocument.length,
      isPacked,
      packed: isPacked && !request ? await packDocument(document) : null,
      digest,
    }
  }

  /**
   * Makes the record of a span's request. A request that was logged explicitly takes precedence over the attributes, but
   * must name an existing template.
   */
  async #recordOf(
    span: MaskedSpan,
    call: ReturnType<typeof readSpan>['call'],
    log: SpanLog | null,
  ): Promise<Masked<RequestRecord> | null> {
    if (log) {
      const { prompt_id: id, prompt_name: name, prompt_version_number: version } = log
      const link = await this.#link({ id, name, version })
      return link && maskRecord(this.#context, this.#workspace, requestOfLog(span, log, link))
    }
    if (!call) return null
    const link = call.context.prompt ? await this.#link(call.context.prompt) : null
    return markMasked(requestOfCall(span, call, link ?? noLink))
  }

  #link(mention: Mention): Promise<PromptLink | null> {
    const key = JSON.stringify(mention)
    const link = this.#links.get(key) ?? this.#find(mention)
    this.#links.set(key, link)
    return link
  }

  /** Finds a template version; null if it does not exist. */
  async #find(mention: Mention): Promise<PromptLink | null> {
    try {
      return await linkTo(this.#context.store.db, this.#workspace, mention)
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }
}
