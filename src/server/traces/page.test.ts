import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../engine/refusal.ts'
import { cursorOf, fitting, placeOf } from './page.ts'

const megabytes = (...sizes: number[]) => sizes.map((size) => ({ size: size * 1024 * 1024 }))

test('a page holds what fits, and never nothing', () => {
  assert.equal(fitting([], 10), 0)
  assert.equal(fitting(megabytes(1, 1, 1), 2), 2)
  assert.equal(fitting(megabytes(4, 4, 1), 10), 2)
  assert.equal(fitting(megabytes(20, 1), 10), 1)
})

test('a cursor leads back to its place', () => {
  for (const place of [
    { startedAt: 1_795_168_800_000.123, spanId: 'ab' },
    { startedAt: 0, spanId: 'ñ"' },
  ])
    assert.deepEqual(placeOf(cursorOf(place)), place)
  assert.equal(placeOf(undefined), null)
})

for (const cursor of ['', 'x', 'bnVsbA', Buffer.from('[1,"\\u0000"]').toString('base64url')])
  test(`"${cursor}" is no cursor`, () => assert.throws(() => placeOf(cursor), Refusal))
