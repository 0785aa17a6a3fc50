import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Call } from './call.ts'
import { echo } from './echo.ts'
import { begin, type Exchange } from './faults/exchange.ts'
import { type FaultName, faults } from './faults/index.ts'
import { providers } from './providers/index.ts'
import type { Provider, RefusalKind } from './providers/provider.ts'
import type { Reply } from './question.ts'
import { type RateLimit, rateLimiter } from './rate-limit.ts'
import type { Script } from './script.ts'

/** A received call with its result. */
export interface Received extends Call {
  readonly provider: string
  /** Null if the path belongs to no provider. */
  readonly wire: string | null
  /** `closed`: the client disconnected before the answer was complete. */
  readonly outcome: Promise<'answered' | 'refused' | 'limited' | 'broken' | 'closed'>
}

export interface FakeProvider {
  /** The value of OPENAI_BASE_URL and similar variables. */
  readonly baseUrl: string
  /** Every call so far, oldest first. */
  readonly calls: readonly Received[]
  lastCall(): Received
  /** Faults of the next calls, one each. */
  failNext(...names: readonly FaultName[]): void
}

export interface FakeModels {
  readonly origin: string
  readonly calls: readonly Received[]
  provider(name: string): FakeProvider
  /** Environment variables that point every provider's client to this server. */
  environment(): Record<string, string>
  answerWith(script: Script): void
  limit(limit: RateLimit | null): void
  close(): Promise<void>
}

export interface FakeModelsOptions {
  readonly script?: Script
  readonly limit?: RateLimit
  readonly host?: string
  readonly port?: number
  /** Headers of every refusal. `x-should-retry: false` disables the retries of the official clients. */
  readonly refusalHeaders?: Readonly<Record<string, string>>
  /** The number of newest calls that are kept; all by default. */
  readonly maxCalls?: number
}

/** Starts one server on loopback with the APIs of all providers, each below its own base URL. */
export async function startFakeModels(options: FakeModelsOptions = {}): Promise<FakeModels> {
  const { host = '127.0.0.1', port = 0, refusalHeaders = {}, maxCalls = Number.POSITIVE_INFINITY } = options
  const calls: Received[] = []
  const awaiting = new Map<string, FaultName[]>(providers.map(({ name }) => [name, []]))
  let script = options.script ?? echo
  let limiter = options.limit && rateLimiter(options.limit)
  let limit = options.limit ?? null

  const server = createServer(async (request, response) => {
    try {
      await handle(request, response)
    } catch (error) {
      if (!response.headersSent) sendJson(response, 500, { error: { message: `the fake failed: ${error}` } })
      else response.destroy()
    }
  })

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://fake')
    const provider = providers.find(({ mount }) => url.pathname.startsWith(`${mount}/`))
    if (!provider) return sendJson(response, 404, { error: { message: `nobody lives at ${url.pathname}` } })
    const call = await readCall(request, url, provider)
    const wire = provider.wires.find((wire) => wire.path.test(call.path))
    const over = Promise.withResolvers<Awaited<Received['outcome']>>()
    calls.push({ ...call, provider: provider.name, wire: wire?.name ?? null, outcome: over.promise })
    if (calls.length > maxCalls) calls.shift()

    let outcome: 'answered' | 'refused' | 'limited' | 'broken' = 'answered'
    response.on('close', () =>
      over.resolve(response.writableFinished || outcome === 'broken' ? outcome : 'closed'),
    )
    const refuse = (kind: RefusalKind, headers: Readonly<Record<string, string>> = {}) => {
      if (outcome === 'answered') outcome = 'refused'
      const refusal = provider.refusal(kind)
      sendJson(response, refusal.status, refusal.body, { ...refusal.headers, ...refusalHeaders, ...headers })
    }
    const wait = limiter?.(performance.now()) ?? 0
    if (wait > 0) {
      outcome = 'limited'
      return refuse('rate_limit', limit?.saysRetryAfter ? { 'retry-after-ms': String(Math.ceil(wait)) } : {})
    }
    if (!wire) return refuse('not_found')

    const question = { ...wire.question(call), provider: provider.name, wire: wire.name, call }
    const reply = awaiting.get(provider.name)!.shift() ?? script(question)
    if (typeof reply !== 'string') return sendAnswer(response, wire.answer(question, reply), reply)
    const usual = script(question)
    const exchange: Exchange = {
      response,
      answer: wire.answer(
        question,
        typeof usual === 'string' ? { text: 'From a fault: Grüße 👋🏽.' } : usual,
      ),
      refuse,
      refusalBody: (kind) => provider.refusal(kind).body,
      errorPart: (message) => wire.errorPart?.(message) ?? Buffer.alloc(0),
    }
    response.on('close', () => {
      if (/reset/.test(reply)) outcome = 'broken'
    })
    await faults[reply](exchange)
  }

  // Idle connections are never closed. Node closes them after 5 s by default, and on a busy machine a client
  // may then send its next call into a closed connection.
  server.keepAliveTimeout = 0
  server.listen(port, host)
  await once(server, 'listening')
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`
  const baseUrlOf = ({ mount }: Provider) => origin + mount
  return {
    origin,
    calls,
    provider(name) {
      const match = providers.find((provider) => provider.name === name)
      if (!match) throw new Error(`no fake provider is called ${name}`)
      const own = () => calls.filter((call) => call.provider === name)
      return {
        baseUrl: baseUrlOf(match),
        get calls() {
          return own()
        },
        lastCall: () => calls.findLast((call) => call.provider === name)!,
        failNext: (...names) => awaiting.get(name)!.push(...names),
      }
    },
    environment: () =>
      Object.assign({}, ...providers.map((provider) => provider.environment(baseUrlOf(provider)))),
    answerWith(next) {
      script = next
    },
    limit(next) {
      limit = next
      limiter = next ? rateLimiter(next) : undefined
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readCall(request: IncomingMessage, url: URL, { mount }: Provider): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return {
    path: url.pathname.slice(mount.length),
    query: url.searchParams,
    method: request.method ?? 'GET',
    headers: request.headers,
    bytes,
    body: parsed(bytes),
  }
}

/** The JSON of a body; null for other bodies, such as forms. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString() || 'null')
  } catch {
    return null
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_fake', ...headers })
  response.end(JSON.stringify(body))
}

async function sendAnswer(response: ServerResponse, answer: Answer, { pace }: Reply) {
  if (pace?.first) await sleep(pace.first, undefined, { ref: false })
  begin({ response, answer } as Exchange)
  for (const [index, part] of answer.parts.entries()) {
    if (index > 0 && pace?.between) await sleep(pace.between, undefined, { ref: false })
    if (response.destroyed) return
    response.write(part)
  }
  response.end()
}
