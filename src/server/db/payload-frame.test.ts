import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Payload, payloadAlone, payloadOf, plainTextOf, unpackRaw } from './payload.ts'
import { frameWithout, type PayloadFrame, PayloadFrames, payloadIn, payloadOfRow } from './payload-frame.ts'

const payload = (text: string): Payload => ({
  inputText: `[user] ${text}`,
  outputText: 'hello',
  original: Buffer.from(`{"content":"${text}"}`),
  document: `{"name":"${text}"}`,
})

const frameOf = (payloads: readonly Payload[]) => {
  const frames = new PayloadFrames()
  const [first, ...others] = payloads.map((one) => frames.add(one)!.frame)
  for (const frame of others) assert.equal(frame, first)
  return first!.pack()
}

test('payloads of one frame are read one by one', () => {
  const payloads = ['first', 'second', 'third'].map(payload)
  const frame = frameOf(payloads)
  for (const [index, one] of payloads.entries()) {
    const row = { payload: Buffer.alloc(0), frame, frame_position: index }
    assert.deepEqual(payloadOf(payloadOfRow(row)), one)
    assert.deepEqual(payloadOf(payloadAlone(payloadIn(frame, index))), one)
  }
  assert.equal(plainTextOf(payloadIn(frame, 1)), '[user] second\nhello')
})

test('each payload comes from its own frame, in whatever order frames are read', () => {
  const texts = Array.from({ length: 12 }, (_, index) => [`left ${index}`, `right ${index}`])
  const frames = texts.map((some) => frameOf(some.map(payload)))
  for (const position of [0, 1, 0])
    for (const order of [frames.keys(), [...frames.keys()].reverse()])
      for (const index of order)
        assert.deepEqual(payloadOf(payloadIn(frames[index]!, position)), payload(texts[index]![position]!))
})

test('a row without a frame has its payload', () => {
  const frames = new PayloadFrames()
  const { frame } = frames.add(payload('only'))!
  const row = { payload: frame.pack(), frame: null, frame_position: null }
  assert.deepEqual(payloadOf(payloadOfRow(row)), payload('only'))
})

test('a frame of some payloads has nothing of the others', () => {
  const frames = new PayloadFrames()
  const { frame } = ['first', 'second', 'third'].map((text) => frames.add(payload(text))!)[0]!
  const some = frame.only([2, 0])
  assert.equal(some.size, 2)
  assert.ok(!unpackRaw(some.pack()).includes('second'))
  assert.deepEqual(payloadOf(payloadIn(some.pack(), 0)), payload('third'))
  assert.deepEqual(payloadOf(payloadIn(some.pack(), 1)), payload('first'))
  assert.deepEqual(payloadOf(frame.only([1]).pack()), payload('second'))
})

test('a payload that is taken out leaves nothing, and the others stay in their places', () => {
  const frame = frameOf(['first', 'second', 'third'].map(payload))
  const rest = frameWithout(frame, 1)
  assert.ok(!unpackRaw(rest).includes('second'))
  assert.deepEqual(payloadOf(payloadIn(rest, 0)), payload('first'))
  assert.deepEqual(payloadOf(payloadIn(rest, 2)), payload('third'))
  assert.equal(frameWithout(frameWithout(rest, 0), 2).length, 0)
})

test('a frame holds at most 64 kB and 32 payloads; a long payload has one of its own', () => {
  const frames = new PayloadFrames()
  const sizes = new Map<PayloadFrame, number>()
  for (let index = 0; index < 100; index++) {
    const { frame, position } = frames.add(payload(`${index} `.repeat(index)))!
    assert.equal(position, sizes.get(frame) ?? 0)
    sizes.set(frame, position + 1)
  }
  for (const [frame, size] of sizes) {
    assert.equal(frame.size, size)
    assert.ok(unpackRaw(frame.pack()).length <= 64 * 1024)
  }
  assert.equal(Math.max(...sizes.values()), 32)
  assert.equal(frames.add(payload('x'.repeat(40_000))), null)
})
