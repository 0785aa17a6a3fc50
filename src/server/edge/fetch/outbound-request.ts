import type { OutboundAnswer } from './answer.ts'
import type { RedirectRule } from './redirects.ts'
import type { CleanHeaders, OutboundHeaders } from './request-headers.ts'

export interface OutboundRequest {
  readonly method?: string
  readonly headers?: OutboundHeaders | CleanHeaders
  readonly body?: Uint8Array | string | null
  /** Milliseconds for lookup, connection, redirects and body. Null: `signal` is the deadline. */
  readonly timeoutMs: number | null
  /** Maximum bytes of the body after decompression. */
  readonly maxResponseBytes: number
  readonly signal?: AbortSignal
  /** `follow` by default, at most five times. */
  readonly redirects?: RedirectRule
  /** Restricts the call and its redirects to these hosts; see `isAllowedHost`. */
  readonly hosts?: readonly string[]
}

export type FetchLimits = Pick<OutboundRequest, 'timeoutMs' | 'maxResponseBytes' | 'redirects'>

/** Sends all outbound calls of the server. Refuses private addresses that the operator does not allow. */
export interface GuardedFetch {
  fetch(url: string | URL, request: OutboundRequest): Promise<OutboundAnswer>
  /** The guarded fetch with the interface of the standard `fetch`, for SDKs. */
  asFetch(limits: FetchLimits): typeof fetch
  close(): Promise<void>
}
