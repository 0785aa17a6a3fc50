import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readEvents } from './event-stream.ts'

async function read(pieces: readonly Uint8Array[]): Promise<string[]> {
  async function* source() {
    yield* pieces
  }
  const events: string[] = []
  for await (const event of readEvents(source())) events.push(event)
  return events
}

const stream = [
  '\uFEFF: a comment\r\n',
  'data: one\r\n\r\n',
  'id: 7\nretry: 10\ndata:two\ndata:  lines\n\n',
  'event: message\rdata: três ✓\r\r',
  'event: endpoint\ndata: not a message\n\n',
  'data\n\n',
  'event: message\n\n',
  'data: no end',
].join('')
const events = ['one', 'two\n lines', 'três ✓', '']

test('events are read from any chunks', async () => {
  const bytes = Buffer.from(stream)
  assert.deepEqual(await read([bytes]), events)
  assert.deepEqual(await read([...bytes].map((byte) => Uint8Array.of(byte))), events)
  const cuts = fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(cuts, async (at) => {
      const points = [0, ...at.sort((a, b) => a - b), bytes.length]
      const pieces = points.slice(1).map((end, index) => bytes.subarray(points[index], end))
      assert.deepEqual(await read(pieces), events)
    }),
  )
})

test('a long line is read from single bytes', async () => {
  const pieces = Array.from({ length: 50_000 }, () => Uint8Array.of(120))
  const [event] = await read([Buffer.from('data: '), ...pieces, Buffer.from('\n\n')])
  assert.equal(event?.length, 50_000)
})
