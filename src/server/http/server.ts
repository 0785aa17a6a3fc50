import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { TrustProxy } from '../config/trust-proxy.ts'

/** Milliseconds for the headers and for the whole request, because slow clients occupy sockets. */
const headersTimeout = 10_000
const requestTimeout = 120_000
/** Milliseconds; longer than the 60 s of common load balancers, so that they close idle connections first. */
const keepAliveTimeout = 72_000
/** 512 characters of four bytes each, percent-encoded. */
const maxParamLength = 512 * 12

export interface ServerOptions {
  /** Proxies whose X-Forwarded-For entries are trusted, from the right. */
  readonly trustProxy: TrustProxy
  /** Rewrites the raw URL before a route is chosen. */
  readonly rewrite: (method: string, url: string) => string
  /**
   * True for requests that change the protocol. Other requests with an Upgrade header are answered as HTTP, because
   * some clients offer HTTP/2 in every request.
   */
  readonly isUpgrade: (request: IncomingMessage) => boolean
  /** The methods of a URL, for 405 responses. */
  readonly methodsAt: (url: string) => readonly string[]
}

/** Creates an HTTP server without routes. Bodies arrive as bytes, and unknown URLs get JSON responses. */
export function createServer({ trustProxy, rewrite, isUpgrade, methodsAt }: ServerOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    trustProxy: trustedProxies(trustProxy),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    requestTimeout,
    keepAliveTimeout,
    http: { headersTimeout, shouldUpgradeCallback: isUpgrade },
    rewriteUrl: (request) => rewrite(request.method ?? 'GET', request.url ?? '/'),
    routerOptions: { maxParamLength },
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: requestId,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (_error, _request, reply) => malformed(reply as FastifyReply),
  })
  app.removeAllContentTypeParsers()
  // The list names JSON, because Fastify caches parsers by header only for named types.
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('caller', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    const address = `${request.method} ${request.url.split('?')[0]?.slice(0, 200)}`
    const methods = methodsAt(request.originalUrl)
    const allowed = methods.join(', ')
    if (methods.length > 0 && !methods.includes(request.method))
      return reply
        .code(405)
        .header('allow', allowed)
        .send({
          success: false,
          message: `${address}: the method must be ${allowed}.`,
          error: 'method_not_allowed',
        })
    return reply
      .code(404)
      .send({ success: false, message: `There is nothing at ${address}.`, error: 'not_found' })
  }
  app.setNotFoundHandler(notFound)
  app.setErrorHandler((error: { code?: string }, request, reply) => {
    // Fastify refuses a QUERY without a content type before it chooses a route.
    if (error.code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return notFound(request, reply)
    throw error
  })
  return app
}

/** Distinguishes the ids of processes. Random bytes for each call would cost more than choosing its route. */
const idPrefix = randomBytes(6).toString('base64url')
let lastId = 0

const requestIdPattern = /^[\w.:=+/@-]{1,128}$/

/** The client's `x-request-id`, so that logs of both sides can be joined; without one, an id of this server. */
function requestId({ headers }: { headers: IncomingMessage['headers'] }): string {
  const sentId = headers['x-request-id']
  return typeof sentId === 'string' && requestIdPattern.test(sentId)
    ? sentId
    : `${idPrefix}-${(++lastId).toString(36)}`
}

/** Responses to data that is not valid HTTP and so belongs to no endpoint. */
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

/** Hops are counted from the socket: with one proxy, the last entry of X-Forwarded-For is the client. */
function trustedProxies(proxies: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) {
  if (proxies === null) return false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : [...proxies]
}

function malformed(reply: FastifyReply) {
  reply.code(400).send({ success: false, message: 'The address is malformed.', error: 'bad_request' })
}

/** The contract validates calls. Without these stubs Fastify loads a hundred modules for its own schemas. */
function noSchemas(): never {
  throw new Error('no route has a schema of Fastify')
}
