export type OutboundErrorCode =
  | 'bad_url'
  | 'bad_request'
  | 'blocked_scheme'
  | 'blocked_address'
  | 'blocked_host'
  | 'blocked_redirect'
  | 'redirect_loop'
  | 'too_large'
  | 'deadline'
  | 'network'

/**
 * An outbound call failed. The message may be shown to the caller: it names the host as written, never a resolved address, a
 * path, a query or a header.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly code: OutboundErrorCode
  /** True if no connection was made, so that the request was certainly not received. */
  readonly isUnsent: boolean

  constructor(code: OutboundErrorCode, message: string, isUnsent = false) {
    super(message)
    this.code = code
    this.isUnsent = isUnsent
  }
}

export function blockedAddress(host: string): OutboundError {
  return new OutboundError(
    'blocked_address',
    `${host} is not an address of the public internet. The operator of this server can allow it with GALLEY_OUTBOUND_ALLOW.`,
  )
}
