import { type GuardedFetch, OutboundError, orAborted } from '../fetch/index.ts'
import { type Endpoint, post, readResult, type SessionHeaders, type Timing } from './exchange.ts'
import { McpError } from './mcp-error.ts'
import { replyTo, sendAndForget } from './server-requests.ts'
import { type ClientInfo, endSession, expectSuccess, openSession } from './session.ts'
import { callToolResult, listToolsResult, type McpTool, type McpToolResult, parseAs } from './wire.ts'

export interface McpClientOptions {
  readonly guardedFetch: GuardedFetch
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds for each method call, including the HTTP requests that it needs. */
  readonly timeoutMs: number
  /** Size limit of each answer; 4 MiB by default. */
  readonly maxResponseBytes?: number
  readonly clientInfo?: ClientInfo
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
}

/** A client of an MCP server over Streamable HTTP. The first call opens the session. */
export interface McpClient {
  listTools(signal?: AbortSignal): Promise<McpTool[]>
  callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<McpToolResult>
  close(): Promise<void>
}

const maxPages = 100
const closingMs = 2_000
const defaultMaxBytes = 4 * 2 ** 20

export function createMcpClient(options: McpClientOptions): McpClient {
  const { guardedFetch, url, headers = {}, timeoutMs, maxResponseBytes = defaultMaxBytes } = options
  const { clientInfo = { name: 'galley', version: '1' }, now = () => performance.now() } = options
  const endpoint: Endpoint = { guardedFetch, url, headers, maxResponseBytes }
  let session: Promise<SessionHeaders> | null = null
  let lastId = 0
  let closed = false

  function currentSession(timing: Timing): Promise<SessionHeaders> {
    if (closed) throw new McpError('closed', 'This MCP client is closed.')
    if (session) return session
    // Concurrent calls share the session, so no caller's signal may abort it.
    const pending = openSession(endpoint, clientInfo, { timeoutMs: timing.timeoutMs })
    session = pending
    pending.catch(() => dropSession(pending))
    return pending
  }

  function dropSession(old: Promise<SessionHeaders>): void {
    if (session === old) session = null
  }

  /** Sends a request. If the session has expired, opens a new one and tries once more. */
  async function request(method: string, params: object, timing: () => Timing): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const pending = currentSession(timing())
      const opened = await orAborted(pending, timing().signal)
      const result = await exchange(opened, { method, params }, timing())
      if (result !== expired) return result
      dropSession(pending)
      if (attempt === 2)
        throw new McpError('http_status', 'The MCP server refused the session id that it had issued.', 404)
    }
  }

  async function exchange(
    opened: SessionHeaders,
    message: { method: string; params: object },
    timing: Timing,
  ) {
    const id = ++lastId
    try {
      const answer = await post(endpoint, opened, { id, ...message }, timing)
      if (answer.status === 404 && opened.id !== null) {
        await answer.body.cancel()
        return expired
      }
      await expectSuccess(answer)
      return await readResult(answer, id, replyTo(endpoint, opened))
    } catch (error) {
      // Closing the connection does not stop the server's work, so this notification asks the server to stop.
      const params = { requestId: id, reason: 'The caller no longer waits.' }
      if (timing.signal?.aborted || isDeadline(error))
        sendAndForget(endpoint, opened, { method: 'notifications/cancelled', params })
      throw error
    }
  }

  /** Starts one deadline for all HTTP requests of a call. */
  function startTiming(signal: AbortSignal | undefined): () => Timing {
    const end = now() + timeoutMs
    return () => ({ timeoutMs: Math.max(1, Math.ceil(end - now())), signal })
  }

  return {
    async listTools(signal) {
      const timing = startTiming(signal)
      const tools: McpTool[] = []
      let cursor: string | null | undefined
      for (let page = 0; page < maxPages; page++) {
        const params = cursor ? { cursor } : {}
        const result = await request('tools/list', params, timing)
        const listed = parseAs(listToolsResult, result, 'a list of tools')
        tools.push(...listed.tools)
        cursor = listed.nextCursor
        if (!cursor) return tools
      }
      throw new McpError('bad_answer', `The MCP server's list of tools has more than ${maxPages} pages.`)
    },
    async callTool(name, args, signal) {
      const result = await request('tools/call', { name, arguments: args }, startTiming(signal))
      return parseAs(callToolResult, result, 'a result')
    },
    async close() {
      closed = true
      // A session that failed to open needs no ending; the caller that opened it got the error.
      const opened = await session?.catch(() => null)
      session = null
      if (opened) await endSession(endpoint, opened, { timeoutMs: closingMs })
    },
  }
}

const expired = Symbol('expired')

function isDeadline(error: unknown): boolean {
  return error instanceof OutboundError && error.code === 'deadline'
}
