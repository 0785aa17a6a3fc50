import type { IncomingMessage } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
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
}

/** The bare HTTP server: JSON bodies arrive as bytes, answers to the unknown are JSON too. */
export function createServer({ trustProxy, rewrite, isUpgrade }: ServerOptions): FastifyInstance {
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
    frameworkErrors: (_error, _request, reply) => malformed(reply as FastifyReply),
  })
  app.removeAllContentTypeParsers()
  // The first by its name too: Fastify remembers which parser a header means unless that is the one for all others.
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('caller', null)
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send({
      success: false,
      message: `There is nothing at ${request.method} ${request.url.split('?')[0]?.slice(0, 200)}.`,
      error: 'not_found',
    })
  })
  return app
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
