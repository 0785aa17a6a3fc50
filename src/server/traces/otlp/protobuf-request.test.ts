import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PbfWriter } from 'pbf'
import { Refusal } from '../../../engine/refusal.ts'
import { maxValueDepth } from '../../../engine/traces/index.ts'
import { readProtobuf } from './protobuf-request.ts'
import { responseMessage } from './response.ts'

type Write = (writer: PbfWriter) => void

const message = (write: Write): Uint8Array => {
  const writer = new PbfWriter()
  write(writer)
  return writer.finish()
}

const ids: Write = (writer) => {
  writer.writeBytesField(1, new Uint8Array(16).fill(1))
  writer.writeBytesField(2, new Uint8Array(8).fill(2))
}

const requestWith = (...spans: Uint8Array[]): Uint8Array =>
  message((request) => {
    const scope = message((writer) => {
      for (const span of spans) writer.writeBytesField(2, span)
    })
    request.writeBytesField(
      1,
      message((writer) => writer.writeBytesField(2, scope)),
    )
  })

const attribute =
  (key: string, value: Uint8Array): Write =>
  (writer) =>
    writer.writeBytesField(
      9,
      message((entry) => {
        entry.writeStringField(1, key)
        entry.writeBytesField(2, value)
      }),
    )

const spanOf = (...writes: Write[]): Uint8Array =>
  message((writer) => {
    for (const write of [ids, ...writes]) write(writer)
  })

const int64 = (low: number, high: number): Uint8Array => {
  let value = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
  const bytes = [3 << 3]
  for (; value > 127n; value >>= 7n) bytes.push(Number(value & 127n) | 128)
  return Uint8Array.from([...bytes, Number(value)])
}

test('64-bit numbers are exact', () => {
  const values: [number, number, unknown][] = [
    [5, 0, '5'],
    [0xffffffff, 0xffffffff, '-1'],
    [0xffffffff, 0x1fffff, String(Number.MAX_SAFE_INTEGER)],
    [1, 0x200000, '9007199254740993'],
    [0, 0x80000000, '-9223372036854775808'],
  ]
  for (const [low, high, expected] of values) {
    const { items } = readProtobuf(requestWith(spanOf(attribute('n', int64(low, high)))))
    assert.equal(JSON.stringify(items[0]!.attributes.get('n')), expected)
  }
})

test('times are exact to the nanosecond', () => {
  const time = 1_795_168_800_000_000_001n
  const writeTime: Write = (writer) => {
    writer.writeTag(7, 1)
    writer.writeFixed32(Number(time & 0xffffffffn))
    writer.writeFixed32(Number(time >> 32n))
  }
  const [span] = readProtobuf(requestWith(spanOf(writeTime))).items
  assert.deepEqual([span!.startedAt, span!.endedAt], [time, null])
})

test('a span without a start begins at its end', () => {
  const writeEnd: Write = (writer) => {
    writer.writeTag(8, 1)
    writer.writeFixed32(7)
    writer.writeFixed32(0)
  }
  const [span] = readProtobuf(requestWith(spanOf(writeEnd))).items
  assert.deepEqual([span!.startedAt, span!.endedAt], [7n, 7n])
})

test('the number of attributes that the sender left out is read', () => {
  const { items } = readProtobuf(requestWith(spanOf((writer) => writer.writeVarintField(10, 109))))
  assert.equal(items[0]!.droppedAttributes, 109)
})

test('the key __proto__ is an ordinary key', () => {
  const map = message((value) =>
    value.writeBytesField(
      6,
      message((list) =>
        list.writeBytesField(
          1,
          message((entry) => {
            entry.writeStringField(1, '__proto__')
            entry.writeBytesField(2, int64(1, 0))
          }),
        ),
      ),
    ),
  )
  const [span] = readProtobuf(requestWith(spanOf(attribute('__proto__', map)))).items
  assert.equal(JSON.stringify([...span!.attributes]), '[["__proto__",{"__proto__":1}]]')
  assert.equal(Object.getPrototypeOf(span!.attributes.get('__proto__')), null)
})

/** A list nested to this depth. */
function nested(depth: number): Uint8Array {
  let value = int64(1, 0)
  for (let level = 0; level < depth; level++) {
    const inner = value
    value = message((writer) =>
      writer.writeBytesField(
        5,
        message((list) => list.writeBytesField(1, inner)),
      ),
    )
  }
  return value
}

test('only invalid spans are rejected', () => {
  const valid = spanOf(attribute('n', nested(maxValueDepth)))
  const received = readProtobuf(
    requestWith(
      spanOf(attribute('n', nested(maxValueDepth + 1))),
      spanOf(attribute('n', nested(5_000))),
      message((writer) => writer.writeStringField(5, 'without ids')),
      spanOf((writer) => writer.writeBytesField(5, Uint8Array.from([0xff, 0xfe]))),
      spanOf((writer) => writer.writeVarintField(5, 1)),
      spanOf(attribute('n', Uint8Array.from([0x18, ...new Array(11).fill(0xff)]))),
      valid,
    ),
  )
  assert.deepEqual([received.items.length, received.rejected], [1, 6])
  assert.match(received.firstReason, /deeper/)
})

test('truncated and corrupted messages give spans or a refusal', () => {
  const whole = requestWith(
    spanOf(
      attribute(
        'text',
        message((value) => value.writeStringField(1, 'x')),
      ),
      attribute('n', nested(3)),
    ),
  )
  for (let index = 0; index < whole.length; index++) {
    for (const bytes of [whole.slice(0, index), flipped(whole, index, 0x80), flipped(whole, index, 0x07)])
      try {
        readProtobuf(bytes)
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error))
      }
  }
})

function flipped(bytes: Uint8Array, offset: number, bits: number): Uint8Array {
  const copy = bytes.slice()
  copy[offset]! ^= bits
  return copy
}

test('the answer is empty, or has the number of rejected spans and the reason', () => {
  assert.equal(responseMessage(null).length, 0)
  const bytes = responseMessage({ rejected: 3, errorMessage: 'no' })
  assert.deepEqual([...bytes], [0x0a, 6, 0x08, 3, 0x12, 2, 0x6e, 0x6f])
})
