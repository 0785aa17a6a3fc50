import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'

const megabyte = Buffer.alloc(1024 ** 2, ' ')
/** More than the largest limit of /log-request, and more than the buffers of both sockets hold. */
const megabytes = 60

/** Clients in Python send the whole body before they read the answer. */
describe('a body above the limit, from a client that reads afterwards', () => {
  const app = appOfSuite()

  for (const framing of ['Content-Length', 'Transfer-Encoding'] as const)
    it(`is read to its end and refused with 413 (${framing})`, async () => {
      const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1').pause()
      const isChunked = framing === 'Transfer-Encoding'
      const head = [
        'POST /log-request HTTP/1.1',
        'Host: localhost',
        `X-API-KEY: ${app.key}`,
        'Content-Type: application/json',
        `${framing}: ${isChunked ? 'chunked' : megabytes * megabyte.length}`,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      for (let sent = 0; sent < megabytes; sent++) {
        if (isChunked) socket.write(`${megabyte.length.toString(16)}\r\n`)
        await new Promise<void>((resolve, reject) => {
          socket.write(megabyte, (error) => (error ? reject(error) : resolve()))
        })
        if (isChunked) socket.write('\r\n')
      }
      if (isChunked) socket.write('0\r\n\r\n')
      const [answer] = await once(socket.resume(), 'data')
      assert.match(String(answer), /^HTTP\/1\.1 413 [\s\S]*"error":"too_large"/)
      socket.destroy()
    })
})
