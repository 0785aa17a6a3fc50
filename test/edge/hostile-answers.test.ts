import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { createGuardedFetch, type GuardedFetch, type OutboundRequest } from '../../src/server/edge/index.ts'
import { type Loopback, loopback, rawLoopback } from './loopback.ts'

const mebibyte = 2 ** 20

async function against(
  server: Loopback,
  work: (guarded: GuardedFetch, url: string) => Promise<void>,
): Promise<void> {
  const guarded = createGuardedFetch({ allow: ['127.0.0.1'] })
  await work(guarded, `http://127.0.0.1:${server.port}/`).finally(async () => {
    await guarded.close()
    await server.stop()
  })
}

interface Case {
  name: string
  code: string
  http?: RequestListener
  raw?: (socket: Socket) => void
  request?: Partial<OutboundRequest> & { timeoutMs?: number }
}

const gzipped = { 'content-encoding': 'gzip' }
const bomb = gzipSync(Buffer.alloc(200 * mebibyte), { level: 9 })
const endless = () => Readable.from(forever(Buffer.alloc(65_536)), { objectMode: false })
const ok = 'HTTP/1.1 200 OK\r\n'

const cases: Case[] = [
  {
    name: 'a small gzip that unpacks to 200 MiB',
    code: 'too_large',
    http: (_request, response) => response.writeHead(200, gzipped).end(bomb),
  },
  {
    name: 'a gzip within a gzip',
    code: 'network',
    http: (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(bomb)),
  },
  {
    name: 'an endless body',
    code: 'too_large',
    http: (_request, response) => endless().pipe(response),
  },
  {
    name: 'a content-length over the limit',
    code: 'too_large',
    http: (_request, response) => response.writeHead(200, { 'content-length': 2 ** 40 }).flushHeaders(),
  },
  {
    name: 'a gzip of empty members without end',
    code: 'deadline',
    http: (_request, response) => {
      response.writeHead(200, gzipped)
      Readable.from(forever(gzipSync('')), { objectMode: false }).pipe(response)
    },
    request: { timeoutMs: 400 },
  },
  {
    name: 'one byte now and then',
    code: 'deadline',
    http: (_request, response) => drip(response),
    request: { timeoutMs: 400 },
  },
  {
    name: 'silence',
    code: 'deadline',
    http: () => undefined,
    request: { timeoutMs: 400 },
  },
  {
    name: 'headers, then silence',
    code: 'deadline',
    http: (_request, response) => response.flushHeaders(),
    request: { timeoutMs: 400 },
  },
  {
    name: 'one redirect after the other, each slow',
    code: 'deadline',
    http: (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 150)
    },
    request: { timeoutMs: 400 },
  },
  {
    name: 'headers without end',
    code: 'too_large',
    raw: (socket) => {
      Readable.from(headerLines(), { objectMode: false }).pipe(socket)
    },
  },
  {
    name: 'trailers without end',
    code: 'too_large',
    raw: (socket) => {
      socket.write(`${ok}transfer-encoding: chunked\r\n\r\n0\r\n`)
      Readable.from(forever(Buffer.from(`x: ${'x'.repeat(1_000)}\r\n`)), { objectMode: false }).pipe(socket)
    },
  },
  {
    name: 'interim answers without end',
    code: 'deadline',
    raw: (socket) => {
      Readable.from(forever(Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100))), {
        objectMode: false,
      }).pipe(socket)
    },
    request: { timeoutMs: 400 },
  },
  { name: 'something that is not HTTP', code: 'network', raw: (s) => s.end('SSH-2.0-x\r\n') },
  {
    name: 'a status that does not exist',
    code: 'network',
    raw: talk('HTTP/1.1 999 x\r\n\r\n'),
  },
  {
    name: 'an end in the middle',
    code: 'network',
    raw: talk(`${ok}content-length: 9\r\n\r\nx`),
  },
  {
    name: 'two lengths',
    code: 'network',
    raw: talk(`${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`),
  },
  { name: 'a connection reset', code: 'network', raw: (socket) => socket.resetAndDestroy() },
  {
    name: 'a broken gzip',
    code: 'network',
    http: (_request, response) => response.writeHead(200, gzipped).end('not gzip'),
  },
  {
    name: 'a gzip that is cut off',
    code: 'network',
    http: (_request, response) =>
      response.writeHead(200, gzipped).end(gzipSync('x'.repeat(999)).subarray(0, 20)),
  },
  {
    name: 'an unknown encoding',
    code: 'network',
    http: (_request, response) => response.writeHead(200, { 'content-encoding': 'rot13' }).end('x'),
  },
]

for (const { name, code, http, raw, request } of cases)
  test(`${name}: ${code}`, async () => {
    await against(raw ? await rawLoopback(raw) : await loopback(http!), async (guarded, url) => {
      const limits = { timeoutMs: 8_000, maxResponseBytes: 8 * mebibyte, ...request }
      const started = performance.now()
      await assert.rejects(async () => (await guarded.fetch(url, limits)).bytes(), { code })
      const milliseconds = performance.now() - started
      // Other refusals come well before the deadline; a deadline is neither early nor late.
      const [least, most] =
        code === 'deadline' ? [limits.timeoutMs - 20, limits.timeoutMs + 2_000] : [0, 6_000]
      assert.ok(milliseconds > least && milliseconds < most, `took ${milliseconds} ms`)
    })
  })

test('an unread answer releases its connection at the deadline', async () => {
  for (const encoding of ['identity', 'gzip']) {
    let closed = false
    const server = await loopback((_request, response) => {
      response.on('close', () => {
        closed = true
      })
      response.writeHead(200, { 'content-encoding': encoding }).write(gzipSync('x'))
    })
    await against(server, async (guarded, url) => {
      const answer = await guarded.fetch(url, { timeoutMs: 200, maxResponseBytes: 100 })
      await new Promise((done) => setTimeout(done, 300))
      assert.equal(closed, true)
      await assert.rejects(answer.bytes(), { code: 'deadline' })
    })
  }
})

test('every common compression is decoded, and its header is removed', async () => {
  const text = 'salt and pepper '.repeat(1_000)
  const encoders = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync }
  const server = await loopback((request, response) => {
    const encoding = request.url!.slice(1) as keyof typeof encoders
    response.writeHead(200, { 'content-encoding': encoding }).end(encoders[encoding](text))
  })
  await against(server, async (guarded, url) => {
    for (const encoding of Object.keys(encoders)) {
      const answer = await guarded.fetch(url + encoding, { timeoutMs: 2_000, maxResponseBytes: text.length })
      assert.equal(answer.headers.get('content-encoding'), null)
      assert.equal(await answer.text(), text)
    }
  })
})

test('a body of exactly the limit is accepted, and one byte more is refused', async () => {
  const server = await loopback((_request, response) => response.end('12345'))
  await against(server, async (guarded, url) => {
    const five = await guarded.fetch(url, { timeoutMs: 2_000, maxResponseBytes: 5 })
    assert.equal(await five.text(), '12345')
    const four = guarded.fetch(url, { timeoutMs: 2_000, maxResponseBytes: 4 })
    await assert.rejects(four, { code: 'too_large' })
  })
})

function* forever(chunk: Uint8Array) {
  for (;;) yield chunk
}

function* headerLines() {
  yield ok
  for (let line = 0; ; line++) yield `x-${line}: ${'x'.repeat(100)}\r\n`
}

function talk(text: string) {
  return (socket: Socket) => void socket.end(text)
}

function drip(response: Parameters<RequestListener>[1]): void {
  const timer = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(timer))
}
