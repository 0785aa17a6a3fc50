import { facetText } from '../search/index.ts'
import { AttributeReader } from './reading/attribute-reader.ts'
import { identityOf, statedMetadata, statedSessionKeys } from './reading/identity.ts'
import type { Span } from './span.ts'

type IdentityPart = 'session' | 'user'

/** Facts of a trace that its spans state. */
export interface StatedIdentity {
  readonly session: string | null
  readonly user: string | null
  /** Values by key, as facet texts. */
  readonly metadata: Readonly<Record<string, string>>
  /** The parts that a root span or a span that is no model call states. They hold for all requests of the trace. */
  readonly whole?: readonly IdentityPart[]
}

const maxStatedKeys = 50

export const nothingStated: StatedIdentity = { session: null, user: null, metadata: {} }

export function statedBy(span: Span, { isCall }: { readonly isCall: boolean }): StatedIdentity {
  const reader = new AttributeReader(span.attributes)
  const resource = new AttributeReader(span.resource)
  const identity = identityOf(reader, resource, statedSessionKeys(span))
  const session = identity.session === null ? null : facetText(identity.session)
  const user = identity.user === null ? null : facetText(identity.user)
  const metadata = Object.fromEntries(
    statedMetadata(reader, resource)
      .slice(0, maxStatedKeys)
      .map(([key, value]) => [facetText(key), facetText(value)]),
  )
  if (isCall && span.parentSpanId !== null) return { session, user, metadata }
  const whole = (['session', 'user'] as const).filter((part) => identity[part] !== null)
  return { session, user, metadata, whole }
}

/**
 * Joins two statements about a trace. Of two statements of a key, the first stays; of two sessions or users, the first
 * that holds for the whole trace.
 */
export function mergeStated(first: StatedIdentity, second: StatedIdentity): StatedIdentity {
  const metadata = Object.entries({ ...second.metadata, ...first.metadata }).slice(0, maxStatedKeys)
  const whole = new Set([...(first.whole ?? []), ...(second.whole ?? [])])
  const part = (name: IdentityPart) =>
    second.whole?.includes(name) && !first.whole?.includes(name)
      ? second[name]
      : (first[name] ?? second[name])
  return {
    session: part('session'),
    user: part('user'),
    metadata: Object.fromEntries(metadata),
    whole: [...whole],
  }
}

const sessionNames: ReadonlySet<string> = new Set(['conversation_id', 'session_id'])

/** The metadata that a request takes from its trace: user and session, unless the request has its own. */
export function inheritedMetadata(
  { user, session, whole = [] }: StatedIdentity,
  ownKeys: readonly string[],
): Readonly<Record<string, string>> {
  const inherited: Record<string, string> = {}
  if (user !== null && whole.includes('user') && !ownKeys.includes('user_id')) inherited.user_id = user
  if (session !== null && whole.includes('session') && !ownKeys.some((key) => sessionNames.has(key)))
    inherited.conversation_id = session
  return inherited
}

export type TraceFacetKind =
  | 'status'
  | 'name'
  | 'span_name'
  | 'model'
  | 'tool'
  | 'session'
  | 'user'
  | 'metadata'
  | 'tag'

/** A searchable value of a trace; the key is empty except for metadata. */
export type TraceFacet = readonly [kind: TraceFacetKind, key: string, value: string]

/** Bounds the index of one trace, however many spans it has. */
const maxFacetsOfKind = 200

export interface SummedSpan {
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly status: string
  readonly startedAt: number
  readonly endedAt: number | null
  readonly toolName: string | null
}

/** The request made from a span, or naming it. */
export interface SummedRequest {
  readonly id: number
  readonly model: string
  /** US dollars; null if unknown. */
  readonly price: number | null
  readonly inputTokens: number
  readonly outputTokens: number
  readonly tags: readonly string[]
  readonly metadata: readonly (readonly [key: string, value: string])[]
  /**
   * Milliseconds since 1970 for a request that only names the span: another trace may have a span with the same id, so
   * its user is taken only if the call began within the span. Null for a request that was recorded from the span.
   */
  readonly namesSpanAt: number | null
}

export interface TraceSummary {
  readonly startedAt: number
  readonly endedAt: number
  readonly name: string
  readonly status: 'UNSET' | 'OK' | 'ERROR'
  readonly spans: number
  readonly errors: number
  /** True if no root span has arrived or a span has no end. */
  readonly isUnfinished: boolean
  readonly requests: number
  /** US dollars of the requests with a known price; null if no request has a known price. */
  readonly cost: number | null
  readonly unpriced: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly session: string | null
  readonly user: string | null
  readonly facets: readonly TraceFacet[]
}

/** Milliseconds by which a span and the request of its call may differ, because two clocks measure them. */
const clockDifference = 1_000

/** Sums up the spans of one trace, in any order. */
export class TraceTally {
  #first: SummedSpan | null = null
  #startedAt = Number.POSITIVE_INFINITY
  #endedAt = Number.NEGATIVE_INFINITY
  #spans = 0
  #errors = 0
  #ok = 0
  #unended = 0
  #roots = 0
  readonly #requests = new Set<number>()
  #priced = 0
  #cost = 0
  #inputTokens = 0
  #outputTokens = 0
  readonly #facets = new Map<string, TraceFacet>()
  readonly #facetsOfKind = new Map<TraceFacetKind, number>()
  #session: string | null = null
  #user: string | null = null
  /** The metadata keys of each request that lacks a user or a session. */
  readonly #withoutIdentity = new Map<number, readonly string[]>()

  add(span: SummedSpan, request: SummedRequest | null): void {
    this.#spans++
    if (span.status === 'ERROR') this.#errors++
    if (span.status === 'OK') this.#ok++
    if (span.endedAt === null) this.#unended++
    if (span.parentId === null) this.#roots++
    this.#startedAt = Math.min(this.#startedAt, span.startedAt)
    this.#endedAt = Math.max(this.#endedAt, span.startedAt, span.endedAt ?? span.startedAt)
    if (this.#first === null || namesTraceBefore(span, this.#first)) this.#first = span
    this.#addFacet('span_name', '', span.name)
    if (span.toolName !== null) this.#addFacet('tool', '', span.toolName)
    if (request) this.#addRequest(request, span)
  }

  #addRequest(request: SummedRequest, span: SummedSpan): void {
    if (this.#requests.has(request.id)) return
    this.#requests.add(request.id)
    if (request.price !== null) {
      this.#priced++
      this.#cost += request.price
    }
    this.#inputTokens += request.inputTokens
    this.#outputTokens += request.outputTokens
    if (request.model !== '') this.#addFacet('model', '', request.model)
    for (const tag of request.tags) this.#addFacet('tag', '', tag)
    for (const [key, value] of request.metadata) {
      if (sessionNames.has(key)) this.#session ??= value || null
      if (key === 'user_id') this.#user ??= value || null
      this.#addFacet('metadata', key, value)
    }
    if (request.namesSpanAt !== null && !isWithin(span, request.namesSpanAt)) return
    const keys = request.metadata.map(([key]) => key)
    if (!keys.includes('user_id') || !keys.some((key) => sessionNames.has(key)))
      this.#withoutIdentity.set(request.id, keys)
  }

  /** The ids of the requests that lack a user or a session that the trace states. */
  requestsLackingIdentity(stated: StatedIdentity): number[] {
    return [...this.#withoutIdentity].flatMap(([id, keys]) =>
      Object.keys(inheritedMetadata(stated, keys)).length > 0 ? [id] : [],
    )
  }

  #addFacet(kind: TraceFacetKind, key: string, text: string): void {
    const facet: TraceFacet = [kind, key, facetText(text)]
    const name = JSON.stringify(facet)
    const count = this.#facetsOfKind.get(kind) ?? 0
    if (this.#facets.has(name) || count >= maxFacetsOfKind) return
    this.#facets.set(name, facet)
    this.#facetsOfKind.set(kind, count + 1)
  }

  /** Null without spans. */
  summary(stated: StatedIdentity): TraceSummary | null {
    if (this.#first === null) return null
    const session = stated.session ?? this.#session
    const user = stated.user ?? this.#user
    const status = this.#errors > 0 ? 'ERROR' : this.#ok > 0 ? 'OK' : 'UNSET'
    for (const [key, value] of Object.entries(stated.metadata)) this.#addFacet('metadata', key, value)
    const inherited: Record<string, string> = {}
    for (const keys of this.#withoutIdentity.values())
      Object.assign(inherited, inheritedMetadata(stated, keys))
    for (const [key, value] of Object.entries(inherited)) this.#addFacet('metadata', key, value)
    if (session !== null) this.#addFacet('session', '', session)
    if (user !== null) this.#addFacet('user', '', user)
    const traceFacets: TraceFacet[] = [
      ['status', '', status],
      ['name', '', facetText(this.#first.name)],
    ]
    return {
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      name: this.#first.name,
      status,
      spans: this.#spans,
      errors: this.#errors,
      isUnfinished: this.#unended > 0 || this.#roots === 0,
      requests: this.#requests.size,
      cost: this.#requests.size > 0 && this.#priced === 0 ? null : this.#cost,
      unpriced: this.#requests.size - this.#priced,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      session,
      user,
      facets: [...traceFacets, ...this.#facets.values()],
    }
  }
}

const isWithin = ({ startedAt, endedAt }: SummedSpan, time: number): boolean =>
  endedAt !== null && time >= startedAt - clockDifference && time <= endedAt + clockDifference

/** The trace is named after its first root span, or its first span while there is none. */
function namesTraceBefore(a: SummedSpan, b: SummedSpan): boolean {
  const isRoot = (span: SummedSpan) => Number(span.parentId === null)
  if (isRoot(a) !== isRoot(b)) return isRoot(a) > isRoot(b)
  return a.startedAt !== b.startedAt ? a.startedAt < b.startedAt : a.spanId < b.spanId
}

/** Facets to delete and to add, so that unchanged ones are not written again. */
export function facetChange<Facet extends readonly [unknown, string, string]>(
  before: { readonly startedAt: number | null; readonly facets: readonly Facet[] },
  after: { readonly startedAt: number; readonly facets: readonly Facet[] },
): { readonly removed: readonly Facet[]; readonly added: readonly Facet[] } {
  if (before.startedAt !== after.startedAt) return { removed: before.facets, added: after.facets }
  const names = (facets: readonly Facet[]) => new Set(facets.map((facet) => JSON.stringify(facet)))
  const [old, now] = [names(before.facets), names(after.facets)]
  return {
    removed: before.facets.filter((facet) => !now.has(JSON.stringify(facet))),
    added: after.facets.filter((facet) => !old.has(JSON.stringify(facet))),
  }
}
