import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RowOrder } from './row-order.ts'

test('without gaps index and position are equal', () => {
  const order = new RowOrder([])
  assert.deepEqual([order.positionOf(7), order.indexOf(7)], [7, 7])
})

test('positions and indexes match a plain list after any deletions', () => {
  const deletions = fc.array(fc.array(fc.nat(30), { maxLength: 8 }), { maxLength: 6 })
  fc.assert(
    fc.property(deletions, (rounds) => {
      let rows = Array.from({ length: 30 }, (_, position) => position)
      let order = new RowOrder([])
      for (const round of rounds) {
        const removedRows = rows.filter((_, index) => round.includes(index))
        rows = rows.filter((_, index) => !round.includes(index))
        order = RowOrder.parse(RowOrder.stringify(order.without(removedRows)))
      }
      for (const [index, position] of rows.entries()) {
        assert.equal(order.positionOf(index), position)
        assert.equal(order.indexOf(position), index)
      }
      const trailing = rows.length > 0 ? rows.at(-1)! + 1 : 0
      const upToLast = order.gaps.filter(([first]) => first < trailing)
      assert.deepEqual(RowOrder.ofPositions(rows).gaps, upToLast)
    }),
  )
})
