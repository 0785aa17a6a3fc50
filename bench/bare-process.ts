import { open } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import type { Constant } from './bare.ts'
import { answerJobs } from './helpers.ts'

/** The bare server: Fastify without Galley, which parses the JSON body and answers a constant. */
answerJobs<readonly Constant[], number>(async (constants) => {
  const app = fastify()
  for (const { method, url, text, file } of constants) {
    const handle = file === undefined ? null : await open(file, 'a')
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        if (handle) {
          await handle.write(JSON.stringify(request.body))
          await handle.datasync()
        }
        return reply.header('content-type', 'application/json; charset=utf-8').send(text)
      },
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
})
