import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { Metrics } from './metrics.ts'
import { type MetricSources, printMetrics } from './print-metrics.ts'

const textFormat = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Counts calls of the app and serves /metrics: on a separate port, which needs no token, or on the app's port, which
 * needs a token. Without both settings nothing is counted.
 */
export function serveMetrics(app: FastifyInstance, metricSources: Omit<MetricSources, 'metrics'>): void {
  const { metricsPort, metricsToken, host } = metricSources.context.config
  if (metricsPort === null && metricsToken === null) return
  const sources = { ...metricSources, metrics: new Metrics() }
  count(app, sources.metrics)
  if (metricsToken !== null) serveWithToken(app, sources, metricsToken)
  if (metricsPort === null) return
  const metricsServer = fastify({ logger: false, exposeHeadRoutes: false, forceCloseConnections: true })
  metricsServer.get('/metrics', async (_request, reply) =>
    reply.type(textFormat).send(await printMetrics(sources)),
  )
  // This port is opened before the main port, so that a start that fails here opens neither.
  app.addHook('onReady', async () => void (await metricsServer.listen({ port: metricsPort, host })))
  app.addHook('onClose', () => metricsServer.close())
}

function count(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    // A call without a route has a method that clients can invent.
    const method = request.routeOptions.url ? request.method : 'none'
    metrics.observe(method, route, reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })
  app.addHook('onClose', async () => metrics.stop())
}

function serveWithToken(app: FastifyInstance, sources: MetricSources, token: string): void {
  app.get('/metrics', async (request, reply) => {
    if (isBearer(request.headers.authorization, token))
      return reply.type(textFormat).send(await printMetrics(sources))
    return reply.code(401).header('www-authenticate', 'Bearer').send({
      success: false,
      message: 'Send GALLEY_METRICS_TOKEN as a bearer token.',
      error: 'unauthorized',
    })
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isBearer = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
