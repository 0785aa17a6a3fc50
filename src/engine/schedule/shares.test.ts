import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fairShares } from './shares.ts'

for (const [limit, wants, shares] of [
  [10, [100], [10]],
  [10, [3], [10]],
  [10, [10_000, 1], [9, 1]],
  [9, [10, 10, 10], [3, 3, 3]],
  [10, [2, 100, 100], [2, 4, 4]],
  [10, [0, 5], [0, 10]],
  [10, [], []],
  [0, [1], [0]],
  [3.9, [9], [3]],
] as const)
  test(`${limit} for ${wants.join(', ')}`, () => assert.deepEqual(fairShares(limit, wants, 0), shares))

test('the shares add up to the limit, and a larger demand never gets less', () => {
  const input = fc.tuple(fc.nat(200), fc.array(fc.nat(300), { minLength: 1, maxLength: 8 }), fc.nat(50))
  fc.assert(
    fc.property(input, ([limit, wants, turn]) => {
      const shares = fairShares(limit, wants, turn)
      const sum = shares.reduce((total, share) => total + share, 0)
      assert.equal(sum, wants.some((want) => want > 0) ? limit : 0)
      for (const [one, want] of wants.entries())
        for (const [other, less] of wants.entries())
          if (want >= less) assert.ok(shares[one]! >= shares[other]! - 1)
    }),
  )
})

test('with fewer pieces than demands, each demand gets one in its turn', () => {
  const receivers = [0, 1, 2].map((turn) => fairShares(1, [5, 5, 5], turn).indexOf(1))
  assert.deepEqual(receivers.toSorted(), [0, 1, 2])
})
