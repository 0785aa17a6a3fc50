import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { cellAddressOf, cellIdOf } from './cell-id.ts'

const sheet = randomUUIDv7()

for (const address of [
  { rowId: 0, columnNumber: 0 },
  { rowId: 1, columnNumber: 1 },
  { rowId: 123_456_789, columnNumber: 999 },
  { rowId: 2 ** 44 - 1, columnNumber: 2 ** 28 - 1 },
])
  test(`the cell ${JSON.stringify(address)} is found by its id, in either case`, () => {
    const id = cellIdOf(sheet, address)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.deepEqual(cellAddressOf(sheet, id), address)
    assert.deepEqual(cellAddressOf(sheet, id.toUpperCase()), address)
  })

test('ids of other sheets, other UUIDs and other texts are not cells of this sheet', () => {
  const other = cellIdOf(randomUUIDv7(), { rowId: 1, columnNumber: 1 })
  for (const id of [other, randomUUID(), randomUUIDv7(), sheet, '', 'x', '0'.repeat(36)])
    assert.equal(cellAddressOf(sheet, id), null)
})
