export type McpErrorCode = 'http_status' | 'rpc_error' | 'bad_answer' | 'unsupported_version' | 'closed'

/** An MCP server failed or refused a call. The guarded fetch throws OutboundErrors instead. */
export class McpError extends Error {
  override readonly name = 'McpError'
  readonly code: McpErrorCode
  /** The HTTP status or the JSON-RPC error code. */
  readonly number: number | null

  constructor(code: McpErrorCode, message: string, number: number | null = null) {
    super(message)
    this.code = code
    this.number = number
  }
}

const maxQuoteLength = 500

/** Truncates a text of the server for messages. */
export function quote(text: string): string {
  return text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text
}
