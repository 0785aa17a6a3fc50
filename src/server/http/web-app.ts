import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { webFolder } from '../program-paths.ts'

// Browsers also navigate to these URLs, for example for downloads.
const notForPages = /^\/(api|auth|docs|health|help|openapi\.json|assets|theme\.js|icon\.svg)(\/|\?|$)/
const yearSeconds = 365 * 24 * 3600

/** Serves the files of the web app, and its page for all other URLs that a browser navigates to. */
export function serveWebApp(app: FastifyInstance): void {
  const page = readPage()
  app.register(fastifyStatic, {
    root: webFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    // Names under assets contain a content hash.
    setHeaders: (reply, path) => {
      const isNamedByContent = path.startsWith(join(webFolder, 'assets'))
      reply.header(
        'cache-control',
        isNamedByContent ? `public, max-age=${yearSeconds}, immutable` : 'no-cache',
      )
      reply.header('x-content-type-options', 'nosniff')
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!isNavigation(request)) return done()
    const nonce = randomBytes(16).toString('base64')
    reply
      .header('content-security-policy', policy(nonce))
      .header('referrer-policy', 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replace('%NONCE%', nonce))
  })
}

/** True if a browser navigates. Programs ask for JSON or send a key. The first page is also for monitors and curl. */
function isNavigation({ method, headers, url }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    (url === '/' || headers.accept?.includes('text/html') === true) &&
    headers['x-api-key'] === undefined &&
    !notForPages.test(url)
  )
}

/** Only scripts and styles of this server, no other hosts, no framing. */
const policy = (nonce: string) =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

function readPage(): string {
  try {
    return readFileSync(join(webFolder, 'index.html'), 'utf8')
  } catch {
    return '<!doctype html><title>Galley</title><p>The web app is not built yet: run <code>npm start</code>, or <code>node scripts/build-web.ts</code>.'
  }
}
