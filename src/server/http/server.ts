import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { TrustProxy } from '../trust-proxy.ts'

/** How long a client may take to send its headers, and its whole request: slow ones hold a socket for free. */
const headersTimeout = 10_000
const requestTimeout = 120_000
/** Longer than the 60 s of common load balancers, so that they close idle connections first. */
const keepAliveTimeout = 72_000
/** Names of 512 characters of four bytes, percent-encoded. */
const maxParamLength = 512 * 12

export interface ServerOptions {
  /** Whose X-Forwarded-For names the client, read from the right. */
  readonly trustProxy: TrustProxy
  /** Turns a raw address into the one that is routed. */
  readonly rewrite: (method: string, url: string) => string
  /** Which requests leave HTTP. Some clients offer HTTP/2 with every request: those are answered as they are. */
  readonly isUpgrade: (request: IncomingMessage) => boolean
  /** The methods that an address has, for calls with another one. */
  readonly methodsAt: (url: string) => readonly string[]
}

/** The bare HTTP server: JSON bodies arrive as bytes, answers to the unknown are JSON too. */
export function createServer({ trustProxy, rewrite, isUpgrade, methodsAt }: ServerOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    trustProxy: trusted(trustProxy),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    requestTimeout,
    keepAliveTimeout,
    http: { headersTimeout, shouldUpgradeCallback: isUpgrade },
    rewriteUrl: (request) => rewrite(request.method ?? 'GET', request.url ?? '/'),
    routerOptions: { maxParamLength },
    exposeHeadRoutes: false,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (_error, _request, reply) => malformed(reply as FastifyReply),
  })
  app.removeAllContentTypeParsers()
  // The first by its name too: Fastify remembers which parser a header means unless that is the one for all others.
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('caller', null)
  const nothingThere = (request: FastifyRequest, reply: FastifyReply) => {
    const place = `${request.method} ${request.url.split('?')[0]?.slice(0, 200)}`
    const methods = methodsAt(request.originalUrl)
    const has = methods.join(', ')
    if (methods.length > 0 && !methods.includes(request.method))
      return reply
        .code(405)
        .header('allow', has)
        .send({
          success: false,
          message: `${place}: the method must be ${has}.`,
          error: 'method_not_allowed',
        })
    return reply
      .code(404)
      .send({ success: false, message: `There is nothing at ${place}.`, error: 'not_found' })
  }
  app.setNotFoundHandler(nothingThere)
  app.setErrorHandler((error: { code?: string }, request, reply) => {
    // Fastify refuses QUERY without a content type before it looks for a route.
    if (error.code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return nothingThere(request, reply)
    throw error
  })
  return app
}

/** What cannot be read as HTTP has no endpoint whose declared errors could say so. */
const unreadable: Readonly<Record<string, readonly [status: string, message: string, error: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The headers are larger than 16 KB.',
    'headers_too_large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The call did not arrive in time.', 'timeout'],
}

function refuseUnreadable({ code }: { code: string }, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message, error] = unreadable[code] ?? ['400 Bad Request', 'This is not HTTP.', 'bad_request']
  const body = JSON.stringify({ success: false, message, error })
  const head = `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json`
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`)
}

/** Hops are counted from the socket: of one proxy, the last entry of X-Forwarded-For is the client. */
function trusted(proxies: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) {
  if (proxies === null) return false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : [...proxies]
}

function malformed(reply: FastifyReply) {
  reply.code(400).send({ success: false, message: 'The address is malformed.', error: 'bad_request' })
}

/** The contract's own schemas look at everything. Without these two Fastify loads a hundred modules for its own. */
function noSchemas(): never {
  throw new Error('no route has a schema of Fastify')
}
