import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { eventEnd, frameEnd, type Inspect, wholePieces } from './whole-pieces.ts'

const bodyOf = (chunks: readonly Uint8Array[]) => ReadableStream.from(chunks) as ReadableStream<Uint8Array>

async function pieces(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const texts: string[] = []
  for await (const piece of stream) texts.push(Buffer.from(piece).toString('latin1'))
  return texts
}

const cut = (bytes: Uint8Array, at: readonly number[]): Uint8Array[] => {
  const offsets = [...new Set(at.map((offset) => offset % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...offsets].map((from, index) => bytes.subarray(from, offsets[index] ?? bytes.length))
}

describe('streams in whole pieces', () => {
  const events = 'data: {"a":"ä"}\n\nevent: x\r\ndata: 1\r\n\r\n: ping\n\n\ndata: 2\n\n'

  it('events are whole for any chunks, without loss', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 20 }), fc.boolean(), async (at, hasTail) => {
        const bytes = Buffer.from(hasTail ? `${events}data: cut` : events)
        const texts = await pieces(wholePieces(bodyOf(cut(bytes, at)), eventEnd(), 1_000))
        assert.equal(texts.join(''), bytes.toString('latin1'))
        for (const piece of hasTail ? texts.slice(0, -1) : texts) assert.match(piece, /(^|\n)\r?\n$/)
      }),
    ))

  it('frames are whole for any chunks', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(300), { maxLength: 20 }),
        async (contents, at) => {
          const frames = contents.map((content) => {
            const length = Buffer.alloc(4)
            length.writeUInt32BE(content.length + 5)
            return Buffer.concat([length, Buffer.from([0]), content])
          })
          const bytes = Buffer.concat(frames)
          const ends = frames.map((_, index) => Buffer.concat(frames.slice(0, index + 1)).length)
          let reached = 0
          for (const piece of await pieces(wholePieces(bodyOf(cut(bytes, at)), frameEnd(1_000), 1_000))) {
            reached += piece.length
            assert.ok(ends.includes(reached))
          }
          assert.equal(reached, bytes.length)
        },
      ),
    ))

  it('a piece without an end, and a frame that claims to be huge, are refused', async () => {
    const long = wholePieces(bodyOf(Array(50).fill(Buffer.from('x'.repeat(30)))), eventEnd(), 1_000)
    await assert.rejects(pieces(long), /over 1000 bytes/)
    const claim = wholePieces(bodyOf([Buffer.from([0xff, 0xff, 0xff, 0xff, 1])]), frameEnd(1_000), 1_000)
    await assert.rejects(pieces(claim), /cannot have 4294967295 bytes/)
  })

  it('an error follows the good pieces before it', async () => {
    const inspect: Inspect = (bytes) => {
      const index = Buffer.from(bytes).indexOf('data: bad')
      return index < 0 ? null : { goodBytes: index, error: new Error('bad') }
    }
    const reader = wholePieces(
      bodyOf([Buffer.from('data: 1\n\ndata: 2\n\ndata: bad\n\n')]),
      eventEnd(),
      1_000,
      inspect,
    ).getReader()
    const { value } = await reader.read()
    assert.equal(Buffer.from(value!).toString(), 'data: 1\n\ndata: 2\n\n')
    await assert.rejects(reader.read(), /bad/)
  })
})
