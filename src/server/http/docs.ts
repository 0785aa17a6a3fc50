import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { apiReferenceFolder } from '../program-paths.ts'

const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Galley API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`

const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  docExpansion: 'none',
  operationsSorter: 'alpha',
  defaultModelsExpandDepth: 0,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
})
`

/** The page works offline: only scripts of this server, and no requests to others. */
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

/** Serves the API reference, which the page renders from /openapi.json. */
export function serveDocs(app: FastifyInstance) {
  app.get('/docs', (_request, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
  )
  app.get('/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start))
  for (const [name, type] of Object.entries(assets))
    app.get(`/docs/${name}`, (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(readFileSync(join(apiReferenceFolder(), name))),
    )
}
