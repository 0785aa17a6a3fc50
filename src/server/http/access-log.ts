import type { FastifyInstance } from 'fastify'

/**
 * For GALLEY_ACCESS_LOG: writes one JSON line after each response. The line has the pattern of the route, but no body,
 * key, path value or query value.
 */
export function writeAccessLog(app: FastifyInstance, write: (line: string) => void): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { caller, method } = request
    const actor = caller?.actor
    const line = {
      time: new Date().toISOString(),
      access: true,
      method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      workspace: caller?.workspace || null,
      key: actor?.kind === 'key' ? actor.id : null,
      reqId: request.id,
    }
    write(`${JSON.stringify(line)}\n`)
    done()
  })
}
