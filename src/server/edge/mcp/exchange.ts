import type { GuardedFetch, OutboundAnswer } from '../fetch/index.ts'
import { readEvents } from './event-stream.ts'
import { McpError, quote } from './mcp-error.ts'
import { type Incoming, parseIncoming } from './wire.ts'

export interface Endpoint {
  readonly guardedFetch: GuardedFetch
  readonly url: string
  /** The caller's headers, including authorization. */
  readonly headers: Readonly<Record<string, string>>
  readonly maxResponseBytes: number
}

export interface SessionHeaders {
  readonly id: string | null
  readonly protocolVersion: string | null
}

export interface Timing {
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export type Outgoing = Readonly<Record<string, unknown>>

/** Sends one message. The caller checks the status of the answer. */
export function post(endpoint: Endpoint, session: SessionHeaders, message: Outgoing, timing: Timing) {
  return send(endpoint, session, 'POST', JSON.stringify({ jsonrpc: '2.0', ...message }), timing)
}

export function send(
  { guardedFetch, url, headers, maxResponseBytes }: Endpoint,
  session: SessionHeaders,
  method: 'POST' | 'DELETE',
  body: string | null,
  timing: Timing,
): Promise<OutboundAnswer> {
  const all = new Headers({ ...headers })
  all.set('accept', 'application/json, text/event-stream')
  if (body !== null) all.set('content-type', 'application/json')
  if (session.id !== null) all.set('mcp-session-id', session.id)
  if (session.protocolVersion !== null) all.set('mcp-protocol-version', session.protocolVersion)
  const options = { method, headers: all, body, maxResponseBytes, ...timing }
  return guardedFetch.fetch(url, { ...options, redirects: 'same_origin' })
}

/** Reads until the answer to `id`, then cancels the rest. Other messages go to `onOther`. */
export async function readResult(
  answer: OutboundAnswer,
  id: number,
  onOther: (message: Incoming) => void,
): Promise<unknown> {
  for await (const text of messageTexts(answer))
    for (const message of parseIncoming(text)) {
      if (message.method !== undefined) onOther(message)
      else if (message.id === id) return resultOf(message)
    }
  throw new McpError('bad_answer', 'The MCP server ended its answer without a result.')
}

async function* messageTexts({ headers, body, text }: OutboundAnswer): AsyncGenerator<string> {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'text/event-stream') return yield* readEvents(body)
  if (type === 'application/json') return yield await text()
  await body.cancel()
  throw new McpError('bad_answer', 'The MCP server answered neither with JSON nor with an event stream.')
}

function resultOf({ result, error }: Incoming): unknown {
  if (error) throw new McpError('rpc_error', `The MCP server refused: ${quote(error.message)}`, error.code)
  if (!result) throw new McpError('bad_answer', 'The MCP server sent an answer without a result.')
  return result
}
