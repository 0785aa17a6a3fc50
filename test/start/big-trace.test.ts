import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { exported, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { type Api, apiOf } from '../kit/api.ts'
import { migratedStorage } from '../kit/app.ts'
import { environmentOf, type GalleyServer, startServer, stopped } from './galley-process.ts'

/** The whole trace is larger than the server's heap. */
const spanCount = Number(process.env['GALLEY_BIG_TRACE'] ?? 4_000)
const spansInBatch = 100
const charactersInSpan = 30_000
const heapMegabytes = 100
const key = 'the-key-of-the-big-trace'

let server: GalleyServer
let drop: () => Promise<void>
let api: Api

before(async () => {
  const storage = await migratedStorage()
  drop = storage.drop
  server = await startServer(environmentOf(storage.config, key), {
    nodeArguments: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=8'],
  })
  api = apiOf(server.address, key)
})

after(async () => {
  await stopped(server)
  await drop()
})

/** Anonymous memory in megabytes, without mapped pages of the database file. */
function ownMegabytes(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)![1]) / 1024
}

test('a trace larger than the memory is stored and read page by page', async (context) => {
  const traceId = newTraceId()
  const text = 'x'.repeat(charactersInSpan)
  const sizes: number[] = []
  for (let offset = 0; offset < spanCount; offset += spansInBatch) {
    const spans = Array.from({ length: spansInBatch }, (_, index) =>
      otlpSpan({ traceId, name: `${offset + index}`, at: offset + index, values: { text } }),
    )
    const { status } = await api.post('/v1/traces', exported(spans))
    assert.equal(status, 200)
    sizes.push(ownMegabytes())
  }
  const early = Math.max(...sizes.slice(0, 10))
  let next = 0
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/api/public/v2/traces/${traceId}${cursor && `?cursor=${cursor}`}`
    const { body } = await api.get(path)
    for (const { name } of body.spans) assert.equal(name, String(next++))
    cursor = body.next_cursor
    pages++
    sizes.push(ownMegabytes())
  }
  const largest = Math.max(...sizes)
  context.diagnostic(
    `${pages} pages; ${Math.round(early)} MB after 1,000 spans, ${Math.round(largest)} MB at most`,
  )
  assert.equal(next, spanCount)
  // Storing the rest and reading all took no more than a few pages' memory.
  assert.ok(largest - early < 120, `grew from ${early} to ${largest} MB`)
  assert.equal(server.child.exitCode, null)
})
