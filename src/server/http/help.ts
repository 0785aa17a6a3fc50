import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { helpFolder } from '../program-paths.ts'

const notBuilt =
  '<!doctype html><title>Galley</title><p>The documentation is not built yet: run <code>npm run site</code> and start Galley again.'

/** Serves the built documentation with the security policy that its build made. */
export function serveHelp(app: FastifyInstance): void {
  const policy = readPolicy()
  if (policy === null) {
    for (const path of ['/help', '/help/*'])
      app.get(path, (_request, reply) => reply.code(404).type('text/html; charset=utf-8').send(notBuilt))
    return
  }
  app.get('/help', (_request, reply) => reply.redirect('/help/', 308))
  const notFound = readFileSync(join(helpFolder, '404.html'))
  app.register(
    async (scope) => {
      scope.register(fastifyStatic, {
        root: helpFolder,
        decorateReply: false,
        redirect: true,
        setHeaders: (reply, path) => {
          // The names of these files contain a hash of their content.
          const isNamedByContent = path.startsWith(join(helpFolder, '_astro'))
          reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
          if (path.endsWith('.md')) reply.header('content-type', 'text/markdown; charset=utf-8')
        },
      })
      scope.addHook('onRequest', (_request, reply, done) => {
        reply
          .header('content-security-policy', policy)
          .header('referrer-policy', 'same-origin')
          .header('x-content-type-options', 'nosniff')
        done()
      })
      scope.setNotFoundHandler((_request, reply) =>
        reply.code(404).type('text/html; charset=utf-8').send(notFound),
      )
    },
    { prefix: '/help' },
  )
}

function readPolicy(): string | null {
  try {
    return readFileSync(join(helpFolder, 'policy.txt'), 'utf8')
  } catch {
    return null
  }
}
