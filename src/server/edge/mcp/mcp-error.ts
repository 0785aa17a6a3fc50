export type McpErrorCode = 'http_status' | 'rpc_error' | 'bad_answer' | 'unsupported_version' | 'closed'

/** An MCP server did not do what was asked. What happens below it, in the guarded fetch, is an OutboundError. */
export class McpError extends Error {
  override readonly name = 'McpError'
  readonly code: McpErrorCode
  /** The HTTP status, or the JSON-RPC error's own number. */
  readonly number: number | null

  constructor(code: McpErrorCode, message: string, number: number | null = null) {
    super(message)
    this.code = code
    this.number = number
  }
}

const longestQuote = 500

/** A server's own words, kept short. */
export function quote(text: string): string {
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text
}
