import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createGuardedFetch, type GuardedFetch } from '../../src/server/edge/index.ts'
import { type Loopback, loopback, rawLoopback } from './loopback.ts'

const limits = { timeoutMs: 5_000, maxResponseBytes: 100_000 }
let guarded: GuardedFetch
let echo: Loopback
let url: string

before(async () => {
  guarded = createGuardedFetch({ allow: ['127.0.0.1'] })
  echo = await loopback(async (request, response) => {
    if (request.url === '/hang') return
    if (request.url === '/stream') return void response.write('first')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('latin1')
    response.end(JSON.stringify({ method: request.method, headers: request.headers, body }))
  })
  url = `http://127.0.0.1:${echo.port}/`
})
after(async () => {
  await guarded.close()
  await echo.stop()
})

test('a caller that aborts gets its own reason, before the answer and during it', async () => {
  const reason = new Error('changed my mind')
  const early = new AbortController()
  const waiting = guarded.fetch(`${url}hang`, { ...limits, signal: early.signal })
  setTimeout(() => early.abort(reason), 50)
  await assert.rejects(waiting, reason)

  const late = new AbortController()
  const { body } = await guarded.fetch(`${url}stream`, { ...limits, signal: late.signal })
  const reader = body.getReader()
  assert.equal(Buffer.from((await reader.read()).value!).toString(), 'first')
  late.abort(reason)
  await assert.rejects(reader.read(), reason)
})

test('an aborted caller sends no request', async () => {
  const before = echo.hits()
  const signal = AbortSignal.abort(new Error('no'))
  await assert.rejects(guarded.fetch(url, { ...limits, signal }), { message: 'no' })
  assert.equal(echo.hits(), before)
})

test('a lookup whose name server never answers ends at the deadline', async () => {
  const stuck = createGuardedFetch({ allow: [], resolve: () => new Promise(() => undefined) })
  const calls = Array.from({ length: 5 }, (_, n) =>
    stuck.fetch(`http://h${n}.example/`, { ...limits, timeoutMs: 200 }),
  )
  const started = performance.now()
  for (const call of await Promise.allSettled(calls))
    assert.equal(call.status === 'rejected' && call.reason.code, 'deadline')
  assert.ok(performance.now() - started < 2_500)
  await stuck.close()
})

type Echo = { method: string; headers: Record<string, string>; body: string }

async function readEcho(answer: { text(): Promise<string> }): Promise<Echo> {
  return JSON.parse(await answer.text())
}

test('the caller cannot set headers of the connection', async () => {
  const headers = {
    host: 'internal',
    connection: 'upgrade',
    upgrade: 'h2c',
    'content-length': '9',
    expect: 'x',
  }
  const answer = await guarded.fetch(url, { ...limits, method: 'POST', body: 'ab', headers })
  const received = await readEcho(answer)
  assert.equal(received.headers['host'], `127.0.0.1:${echo.port}`)
  assert.equal(received.headers['content-length'], '2')
  assert.equal(received.headers['upgrade'], undefined)
})

test('a header cannot begin another line, and its value is not repeated', async () => {
  const headers = { 'x-key': 'secret\r\nx-more: 1' }
  const error = await guarded.fetch(url, { ...limits, headers }).catch((reason) => reason)
  assert.equal(error.code, 'bad_request')
  assert.doesNotMatch(String(error.stack), /secret/)
  for (const method of ['CONNECT', 'trace', 'GET / HTTP/1.1\r\n', ''])
    await assert.rejects(guarded.fetch(url, { ...limits, method }), { code: 'bad_request' })
})

test('an untrusted certificate, and a server without TLS, are refused', async () => {
  await assert.rejects(guarded.fetch(url.replace('http', 'https'), limits), { code: 'network' })
})

test('through the interface of fetch: forms, streams and requests are sent', async () => {
  const fetch = guarded.asFetch(limits)
  const form = new FormData()
  form.set('file', new Blob(['content']), 'a.txt')
  const sent = await readEcho(await fetch(url, { method: 'POST', body: form }))
  assert.match(sent.headers['content-type']!, /^multipart\/form-data; boundary=/)
  assert.match(sent.body, /filename="a.txt"[\s\S]*content/)

  const stream = new Blob(['streamed']).stream()
  const streamed = await fetch(new URL(url), { method: 'PUT', body: stream, headers: [['x-a', '1']] })
  assert.deepEqual([streamed.ok, streamed.url], [true, url])
  const { body, headers } = await readEcho(streamed)
  assert.deepEqual([body, headers['x-a']], ['streamed', '1'])

  const request = new Request(url, { method: 'DELETE', headers: { 'x-b': '2' } })
  const deleted = await readEcho(await fetch(request))
  assert.deepEqual([deleted.method, deleted.headers['x-b']], ['DELETE', '2'])
})

test('through the interface of fetch: an empty answer has no body, and a call can be aborted', async () => {
  const fetch = guarded.asFetch(limits)
  const empty = await rawLoopback((socket) => void socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
  const answer = await fetch(`http://127.0.0.1:${empty.port}/`)
  assert.deepEqual([answer.status, answer.body], [204, null])
  await empty.stop()
  const signal = AbortSignal.timeout(50)
  await assert.rejects(fetch(`${url}hang`, { signal }), { name: 'TimeoutError' })
})
