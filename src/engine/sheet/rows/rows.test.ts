import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { countRows, eachRow, intersection, isEmpty, type RowSet, rowsOf, union } from './index.ts'

const sets = fc.array(fc.nat(40), { maxLength: 30 })
const listed = (rows: RowSet) => [...eachRow(rows, 41)]
const plain = (rows: readonly number[]) => [...new Set(rows)].sort((a, b) => a - b)

it('equals a set of numbers', () => {
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      const [first, second] = [rowsOf(a), rowsOf(b)]
      assert.deepEqual(listed(first), plain(a))
      assert.deepEqual(listed(union(first, second)), plain([...a, ...b]))
      assert.deepEqual(listed(intersection(first, second)), plain(a.filter((one) => b.includes(one))))
      assert.equal(countRows(first, 41), plain(a).length)
      assert.equal(isEmpty(first), a.length === 0)
    }),
  )
})

it('has one form for each set', () => {
  assert.deepEqual(rowsOf([3, 1, 2, 2, 7]), [
    { from: 1, to: 4 },
    { from: 7, to: 8 },
  ])
})

it('treats all rows as a set', () => {
  const some = rowsOf([1, 5])
  assert.equal(union(some, 'all'), 'all')
  assert.equal(intersection('all', some), some)
  assert.equal(intersection(some, 'all'), some)
  assert.equal(countRows('all', 9), 9)
  assert.equal(countRows(some, 3), 1)
})
