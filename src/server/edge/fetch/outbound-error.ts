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
 * A call to the outside did not come about or was broken off. The message may be shown to whoever gave the URL:
 * it names the host as they wrote it, never an address that was found for it, a path, a query or a header.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly code: OutboundErrorCode
  /** No connection came about, so nobody has read the request. False where that is not certain. */
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
    `${host} is not an address of the public internet. Whoever runs this server can allow it with GALLEY_OUTBOUND_ALLOW.`,
  )
}
