import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { type Loopback, loopback } from './loopback.ts'

export interface Received {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly message: Message | null
}
export interface Message {
  id?: number | string
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: unknown
}
/** Overrides the answer to a request. Without an override, the server answers correctly. */
export type AnswerOverride = (message: Message, response: ServerResponse) => boolean

export interface FakeMcpServer extends Loopback {
  readonly url: string
  readonly received: Received[]
  /** The names of the JSON-RPC methods, in order of arrival. */
  methods(): string[]
  forgetSessions(): void
}

/** Starts a server that speaks Streamable HTTP: sessions, versions, JSON or event streams. */
export async function fakeMcpServer(
  override: AnswerOverride = () => false,
  stream = false,
): Promise<FakeMcpServer> {
  const received: Received[] = []
  const sessions = new Set<string>()
  const server = await loopback(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const message: Message | null = body === '' ? null : JSON.parse(body)
    received.push({ method: request.method ?? '', headers: request.headers, message })
    const session = String(request.headers['mcp-session-id'])
    if (message?.method !== 'initialize' && !sessions.has(session)) return void response.writeHead(404).end()
    if (request.method === 'DELETE')
      return void response.writeHead(sessions.delete(session) ? 200 : 404).end()
    if (message?.method === 'initialize') {
      const id = randomUUID()
      sessions.add(id)
      response.setHeader('mcp-session-id', id)
    }
    if (!message || override(message, response)) return
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end()
    answer(response, { id: message.id, ...outcome(message) }, stream)
  })
  return {
    ...server,
    url: `http://127.0.0.1:${server.port}/mcp`,
    received,
    methods: () => received.map(({ method, message }) => message?.method ?? (message ? 'reply' : method)),
    forgetSessions: () => sessions.clear(),
  }
}

export function answer(response: ServerResponse, message: Message, stream = false): void {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message })
  if (!stream) return void response.setHeader('content-type', 'application/json; charset=utf-8').end(text)
  if (!response.headersSent) response.setHeader('content-type', 'text/event-stream')
  response.write(': hello\n\n')
  const notice = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'soon' } }
  response.end(`data: ${JSON.stringify(notice)}\n\nevent: message\nid: 1\ndata: ${text}\n\n`)
}

function outcome({ method, params = {} }: Message): Message {
  if (method === 'initialize') {
    const { protocolVersion } = params
    return {
      result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'fake', version: '1' } },
    }
  }
  if (method === 'tools/list') return { result: page(Number(params['cursor'] ?? 1)) }
  if (method === 'tools/call') return call(String(params['name']), params['arguments'])
  return { error: { code: -32_601, message: `no method ${method}` } }
}

function page(number: number) {
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } } }
  const tools = [{ name: `tool-${number}`, description: 'A tool.', inputSchema }]
  return number < 3 ? { tools, nextCursor: String(number + 1) } : { tools }
}

function call(name: string, args: unknown): Message {
  const content = [{ type: 'text', text: JSON.stringify(args) }]
  if (name === 'echo') return { result: { content, structuredContent: { echoed: args } } }
  if (name === 'broken')
    return { result: { content: [{ type: 'text', text: 'out of salt' }], isError: true } }
  return { error: { code: -32_602, message: `Unknown tool: ${name}` } }
}
