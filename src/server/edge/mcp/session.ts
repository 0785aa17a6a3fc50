import type { OutboundAnswer } from '../fetch/index.ts'
import { type Endpoint, post, readResult, type SessionHeaders, send, type Timing } from './exchange.ts'
import { McpError, quote } from './mcp-error.ts'
import { initializeResult, parseAs, protocolVersions } from './wire.ts'

export interface ClientInfo {
  readonly name: string
  readonly version: string
}

/** Initializes a session: negotiates the protocol version and stores the session id, if the server sends one. */
export async function openSession(
  endpoint: Endpoint,
  clientInfo: ClientInfo,
  timing: Timing,
): Promise<SessionHeaders> {
  const params = { protocolVersion: protocolVersions[0], capabilities: {}, clientInfo }
  const noSession = { id: null, protocolVersion: null }
  const answer = await post(endpoint, noSession, { id: 0, method: 'initialize', params }, timing)
  await expectSuccess(answer)
  const result = await readResult(answer, 0, () => undefined)
  const { protocolVersion } = parseAs(initializeResult, result, 'an initialize result')
  if (!protocolVersions.includes(protocolVersion))
    throw new McpError(
      'unsupported_version',
      'The MCP server supports no protocol version that Galley supports.',
    )
  const session = { id: readSessionId(answer.headers), protocolVersion }
  const confirmed = await post(endpoint, session, { method: 'notifications/initialized' }, timing)
  await expectSuccess(confirmed)
  await confirmed.body.cancel()
  return session
}

/** Ends the session. The wait is short, because servers may ignore the call. */
export async function endSession(endpoint: Endpoint, session: SessionHeaders, timing: Timing): Promise<void> {
  if (session.id === null) return
  try {
    const answer = await send(endpoint, session, 'DELETE', null, timing)
    await answer.body.cancel()
  } catch {
    // The session is not used again, whether the server ended it or not.
  }
}

export async function expectSuccess(answer: OutboundAnswer): Promise<void> {
  const { status } = answer
  if (status >= 200 && status < 300) return
  const reason = reasonOf(await answer.text())
  throw new McpError('http_status', `The MCP server answered with status ${status}${reason}`, status)
}

/** An error status may carry a JSON-RPC error with a better message. */
function reasonOf(body: string): string {
  try {
    const message: unknown = JSON.parse(body)?.error?.message
    return typeof message === 'string' ? `: ${quote(message)}` : '.'
  } catch {
    return '.'
  }
}

function readSessionId(headers: Headers): string | null {
  const id = headers.get('mcp-session-id')
  if (id === null || /^[\x21-\x7e]{1,1024}$/.test(id)) return id
  throw new McpError('bad_answer', 'The MCP server gave a session id that the protocol does not allow.')
}
