import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fastify } from 'fastify'
import { endpoints } from '../../../contract/index.ts'
import type { Routing } from '../routing.ts'
import { sendStreamedJson } from '../send-answer.ts'
import { listText } from './streamed-json.ts'

async function chunksOf(batches: AsyncIterable<readonly unknown[]>): Promise<string[]> {
  const chunks: string[] = []
  for await (const chunk of listText(batches)) chunks.push(chunk)
  return chunks
}

test('a list is written in as many chunks as it has batches', async () => {
  async function* batches() {
    yield [1, 'two']
    yield []
    yield [{ three: 3 }]
  }
  assert.deepEqual(await chunksOf(batches()), ['[1,"two"', ',{"three":3}', ']'])
  assert.deepEqual(await chunksOf((async function* () {})()), ['[]'])
})

test('an answer is written no faster than it is read, and ends with the connection', async () => {
  let written = 0
  const ended = Promise.withResolvers<void>()
  async function* chunks() {
    try {
      for (; written < 1_000; written++) yield 'x'.repeat(1_000_000)
    } finally {
      ended.resolve()
    }
  }
  const app = fastify()
  app.get('/', (request, reply) =>
    sendStreamedJson({} as Routing, endpoints.readSheetVersion, request, reply, chunks()),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { port } = app.server.address() as AddressInfo
    const [answer] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage]
    await sleep(200)
    assert.ok(written < 50, `${written} MB were written to a client that does not read`)
    answer.destroy()
    await ended.promise
    assert.ok(written < 50)
  } finally {
    await app.close()
  }
})
