import type { OutboundAnswer } from './answer.ts'
import type { RedirectRule } from './redirects.ts'
import type { CleanHeaders, OutboundHeaders } from './request-headers.ts'
export interface OutboundRequest {
  readonly method?: string
  readonly headers?: OutboundHeaders | CleanHeaders
  readonly body?: Uint8Array | string | null
  /** For everything together: lookup, connection, redirects, body. Null: the signal is the deadline. */
  readonly timeoutMs: number | null
  /** Of the body, after decompression. */
  readonly maxResponseBytes: number
  readonly signal?: AbortSignal
  /** What to do when the answer points elsewhere; `follow` unless said, at most five times. */
  readonly redirects?: RedirectRule
  /** The only hosts that the call and its redirects may reach; see `isAmong`. */
  readonly hosts?: readonly string[]
}

export type FetchLimits = Pick<OutboundRequest, 'timeoutMs' | 'maxResponseBytes' | 'redirects'>

/** The only way out of this server: to public addresses, and those that the operator allows. */
export interface GuardedFetch {
  fetch(url: string | URL, request: OutboundRequest): Promise<OutboundAnswer>
  /** The same behind the face of the standard's `fetch`, for SDKs. */
  asFetch(limits: FetchLimits): typeof fetch
  close(): Promise<void>
}
