import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { after, before, test } from 'node:test'
import { createGuardedFetch, type GuardedFetch } from '../../src/server/edge/index.ts'
import { type Loopback, loopback, resolverOf } from './loopback.ts'

const limits = { timeoutMs: 2_000, maxResponseBytes: 10_000 }
let inside: Loopback
let outside: Loopback
let guarded: GuardedFetch
let at: (path: string) => string

/** The server `outside`: `/to?status=302&url=…` redirects, other paths echo the request. */
before(async () => {
  inside = await loopback((_request, response) => response.end('secret of the inside'), '127.0.0.2')
  outside = await loopback((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    if (url.pathname === '/to') {
      const location = url.searchParams.get('url')
      response.statusCode = Number(url.searchParams.get('status') ?? 302)
      if (location !== null) response.setHeader('location', location)
      return response.end('moved')
    }
    if (url.pathname === '/countdown') {
      const left = Number(url.searchParams.get('n'))
      if (left > 0) return response.writeHead(302, { location: `?n=${left - 1}` }).end()
    }
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { method, headers } = request
      response.end(JSON.stringify({ method, headers, body, path: request.url }))
    })
  })
  const resolve = resolverOf({ 'public.example': ['127.0.0.1'], 'other.example': ['127.0.0.1'] })
  guarded = createGuardedFetch({ allow: ['public.example', 'other.example'], resolve })
  at = (path) => `http://public.example:${outside.port}${path}`
})
after(async () => {
  await guarded.close()
  await inside.stop()
  await outside.stop()
})

const to = (url: string, status = 302) => at(`/to?status=${status}&url=${encodeURIComponent(url)}`)

async function call(url: string, request: Parameters<GuardedFetch['fetch']>[1] | object = {}) {
  const answer = await guarded.fetch(url, { ...limits, ...request })
  type Echo = { method: string; headers: IncomingHttpHeaders; body: string; path: string }
  return { ...(JSON.parse(await answer.text()) as Echo), url: answer.url }
}

const refused: [target: (port: number) => string, code: string][] = [
  [(port) => `http://127.0.0.2:${port}/`, 'blocked_address'],
  [(port) => `http://2130706434:${port}/`, 'blocked_address'],
  [(port) => `//127.0.0.2:${port}/`, 'blocked_address'],
  [() => 'http://169.254.169.254/', 'blocked_address'],
  [() => 'http://[::ffff:a9fe:a9fe]/', 'blocked_address'],
  [() => 'file:///etc/passwd', 'blocked_scheme'],
  [() => 'gopher://127.0.0.2/', 'blocked_scheme'],
  [() => 'data:,x', 'blocked_scheme'],
  [() => 'http://user:word@public.example/', 'bad_url'],
  [() => 'http://[', 'bad_url'],
  [() => 'http://unknown.example/', 'network'],
]
for (const [target, code] of refused)
  for (const status of [301, 302, 303, 307, 308])
    test(`a ${status} to ${target(1)} is refused: ${code}`, async () => {
      await assert.rejects(call(to(target(inside.port), status)), { code })
      assert.equal(inside.hits(), 0)
    })

test('five redirects are followed, six are not', async () => {
  assert.equal((await call(at('/countdown?n=5'))).path, '/countdown?n=0')
  await assert.rejects(call(at('/countdown?n=6')), { code: 'redirect_loop' })
  const before = outside.hits()
  await assert.rejects(call(at('/countdown?n=1000000')), { code: 'redirect_loop' })
  assert.equal(outside.hits() - before, 6)
})

const headers = {
  authorization: 'Bearer secret',
  cookie: 'a=secret',
  'x-api-key': 'secret',
  'api-key': 'secret',
  'x-anything': 'secret',
  accept: 'text/plain',
  'user-agent': 'tester',
}

test('the same origin gets all headers again, another origin only harmless headers', async () => {
  const same = await call(to('/here'), { headers })
  assert.equal(same.headers.authorization, 'Bearer secret')
  assert.equal(same.url, at('/here'))
  const other = await call(to(`http://other.example:${outside.port}/there`), { headers })
  assert.doesNotMatch(JSON.stringify(other), /secret/)
  assert.equal(other.headers.accept, 'text/plain')
  assert.equal(other.headers['user-agent'], 'tester')
})

test('a redirect back to the first origin does not get the headers again', async () => {
  const back = `http://other.example:${outside.port}/to?url=${encodeURIComponent(at('/again'))}`
  assert.doesNotMatch(JSON.stringify(await call(to(back), { headers })), /secret/)
})

test('methods and bodies follow redirects as in browsers', async () => {
  const post = { method: 'POST', body: 'text', headers: { 'content-type': 'text/plain' } }
  for (const status of [301, 302, 303]) {
    const { method, body, headers } = await call(to('/', status), post)
    assert.deepEqual([method, body, headers['content-type']], ['GET', '', undefined])
  }
  for (const status of [307, 308]) {
    const { method, body, headers } = await call(to('/', status), post)
    assert.deepEqual([method, body, headers['content-type']], ['POST', 'text', 'text/plain'])
  }
  assert.equal((await call(to('/', 302), { ...post, method: 'put' })).method, 'PUT')
})

test('the caller may receive redirects, or follow only redirects within the origin', async () => {
  const returned = await guarded.fetch(to('http://127.0.0.2/'), { ...limits, redirects: 'return' })
  assert.deepEqual([returned.status, await returned.text()], [302, 'moved'])
  assert.equal((await call(to('/here'), { redirects: 'same_origin' })).path, '/here')
  const elsewhere = to(`http://other.example:${outside.port}/`)
  await assert.rejects(call(elsewhere, { redirects: 'same_origin' }), { code: 'blocked_redirect' })
})

test('a redirect without a location is an answer', async () => {
  const answer = await guarded.fetch(at('/to?status=302'), limits)
  assert.deepEqual([answer.status, await answer.text()], [302, 'moved'])
})
