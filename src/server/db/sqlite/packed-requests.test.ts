import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WriterRequest } from './messages.ts'
import { discardBytes, pack, unpack } from './packed-requests.ts'

const insert = 'insert into things values (?, ?, ?)'

test('requests are unpacked as they were packed', () => {
  const requests: WriterRequest[] = [
    {
      kind: 'unit',
      id: 1,
      statements: [
        { sql: 'update things set number = ?', parameters: [-1], isCondition: true },
        { sql: insert, parameters: ['a', new Uint8Array([1, 2]), null] },
        { sql: insert, parameters: [new Uint8Array(0), true, new Uint8Array([3])] },
      ],
    },
    { kind: 'begin', id: 2 },
    { kind: 'execute', id: 3, statement: { sql: 'select 1', parameters: [], each: '[[1]]' } },
    { kind: 'unit', id: 4, statements: [{ sql: 'delete from things', parameters: [] }] },
    { kind: 'unit', id: 5, statements: [] },
    { kind: 'end', id: 6, commit: true },
    { kind: 'unit', id: 7, statements: [{ sql: insert, parameters: [1n, 0.5, ''] }] },
  ]
  const packed = pack(requests)
  assert.equal(packed.texts.length, 3)
  assert.deepEqual(unpack(structuredClone(packed)), requests)
})

test('undefined parameters become null, and bytes of a pool are copied without the pool', () => {
  const [part] = [Buffer.from('ab')]
  const packed = pack([
    { kind: 'unit', id: 1, statements: [{ sql: insert, parameters: [undefined, part, 2] }] },
  ])
  assert.equal(packed.bytes.buffer.byteLength, 2)
  assert.deepEqual(unpack(packed), [
    { kind: 'unit', id: 1, statements: [{ sql: insert, parameters: [null, new Uint8Array([97, 98]), 2] }] },
  ])
})

test('large bytes of a committed unit are freed unless they share their buffer', () => {
  const unit = (...sizes: number[]) => {
    const statements = sizes.map((size) => ({ sql: insert, parameters: [new Uint8Array(size)] }))
    const [received] = unpack(pack([{ kind: 'unit', id: 1, statements }]))
    assert.ok(received?.kind === 'unit')
    discardBytes(received)
    return received.statements.map(({ parameters }) => (parameters[0] as Uint8Array).byteLength)
  }
  assert.deepEqual(unit(100_000), [0])
  assert.deepEqual(unit(100_000, 1), [100_000, 1])
  assert.deepEqual(unit(100), [100])
})
