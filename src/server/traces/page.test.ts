import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../engine/refusal.ts'
import { countFitting, cursorOf, positionOf } from './page.ts'

const megabytes = (...sizes: number[]) => sizes.map((size) => ({ size: size * 1024 * 1024 }))

test('a page has as many spans as fit, at least one', () => {
  assert.equal(countFitting([], 10), 0)
  assert.equal(countFitting(megabytes(1, 1, 1), 2), 2)
  assert.equal(countFitting(megabytes(4, 4, 1), 10), 2)
  assert.equal(countFitting(megabytes(20, 1), 10), 1)
})

test('a cursor returns its position', () => {
  for (const position of [
    { startedAt: 1_795_168_800_000.123, spanId: 'ab' },
    { startedAt: 0, spanId: 'ñ"' },
  ])
    assert.deepEqual(positionOf(cursorOf(position)), position)
  assert.equal(positionOf(undefined), null)
})

for (const cursor of ['', 'x', 'bnVsbA', Buffer.from('[1,"\\u0000"]').toString('base64url')])
  test(`"${cursor}" is no cursor`, () => assert.throws(() => positionOf(cursor), Refusal))
