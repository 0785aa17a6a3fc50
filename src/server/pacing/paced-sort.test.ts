import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pacedSort } from './paced-sort.ts'

const byFirst = (a: readonly [number, number], b: readonly [number, number]) => a[0] - b[0]

test('sorts as toSorted does, equal items in their order', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(50), { maxLength: 30 }),
      fc.integer({ min: 1, max: 400 }),
      async (keys, times) => {
        const items = Array.from(
          { length: keys.length * times },
          (_, index) => [keys[index % keys.length]!, index] as const,
        )
        assert.deepEqual(await pacedSort(items, byFirst), items.toSorted(byFirst))
      },
    ),
    { numRuns: 50 },
  ))

test('lets other work go on while it sorts', async () => {
  const items = Array.from({ length: 200_000 }, (_, index) => [(index * 7919) % 200_003, index] as const)
  let turns = 0
  const count = setInterval(() => turns++, 0)
  await pacedSort(items, byFirst)
  clearInterval(count)
  assert.ok(turns > 5, `${turns} turns`)
})
