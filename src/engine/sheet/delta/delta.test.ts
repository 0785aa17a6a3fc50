import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Json } from '../../columns/json.ts'
import { Refusal } from '../../refusal.ts'
import {
  applyDelta,
  cellKey,
  checkpointDue,
  compareContents,
  type Delta,
  deltaSize,
  emptyContent,
  reverseDelta,
  routeTo,
  type SheetContent,
  squashDeltas,
} from './index.ts'

const keys = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', '1')
const values: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(1, true, '1', null, '', { x: 1 }, [1], {
  x: 1,
  y: 2,
})
const section = fc.array(fc.tuple(keys, values)).map((entries) => new Map(entries))
const contents: fc.Arbitrary<SheetContent> = fc.record(
  { columns: section, rows: section, cells: section, settings: section },
  { noNullPrototype: true },
)
/** As it comes back from a store. */
const stored = (delta: Delta): Delta => JSON.parse(JSON.stringify(delta)) as Delta

describe('deltas', () => {
  it('lead from one content to the other, and back', () => {
    fc.assert(
      fc.property(contents, contents, (s, t) => {
        const delta = stored(compareContents(s, t))
        assert.deepEqual(applyDelta(delta, s), t)
        assert.deepEqual(applyDelta(reverseDelta(delta), applyDelta(delta, s)), s)
        assert.deepEqual(reverseDelta(reverseDelta(delta)), delta)
      }),
    )
  })

  it('squash as they apply', () => {
    fc.assert(
      fc.property(contents, contents, contents, contents, (s, t, u, v) => {
        const [a, b, c] = [compareContents(s, t), compareContents(t, u), compareContents(u, v)]
        assert.deepEqual(applyDelta(squashDeltas(a, b), s), u)
        assert.deepEqual(squashDeltas(a, b), compareContents(s, u))
        assert.deepEqual(squashDeltas(squashDeltas(a, b), c), squashDeltas(a, squashDeltas(b, c)))
        assert.deepEqual(reverseDelta(squashDeltas(a, b)), squashDeltas(reverseDelta(b), reverseDelta(a)))
        assert.deepEqual(squashDeltas(a, reverseDelta(a)), {})
      }),
    )
  })

  it('cost what changed', () => {
    const many = new Map<string, Json>(
      Array.from({ length: 1_000 }, (_, row) => [cellKey(row, 'c'), row] as const),
    )
    const before = { ...emptyContent(), cells: many }
    const after = { ...before, cells: new Map(many).set(cellKey(3, 'c'), 'new') }
    const delta = compareContents(before, after)
    assert.deepEqual(delta, { cells: { added: {}, updated: { '3/c': [3, 'new'] }, removed: {} } })
    assert.equal(deltaSize(delta), 1)
    assert.equal(applyDelta(delta, before).columns, before.columns)
  })

  it('refuse a content that they were not made for', () => {
    const delta = compareContents(emptyContent(), { ...emptyContent(), rows: new Map([['r', 1]]) })
    const taken = { ...emptyContent(), rows: new Map<string, Json>([['r', 2]]) }
    const isConflict = (error: unknown) => error instanceof Refusal && error.code === 'conflict'
    assert.throws(() => applyDelta(delta, taken), isConflict)
    assert.throws(() => squashDeltas(delta, delta), isConflict)
    const reordered = { ...emptyContent(), rows: new Map<string, Json>([['r', { b: 1, a: 2 }]]) }
    const gone = compareContents(
      { ...emptyContent(), rows: new Map([['r', { a: 2, b: 1 }]]) },
      emptyContent(),
    )
    assert.equal(applyDelta(gone, reordered).rows.size, 0)
  })
})

describe('checkpoints', () => {
  it('are due when as much has changed as there is', () => {
    assert.equal(checkpointDue(999, 0), false)
    assert.equal(checkpointDue(1_000, 0), true)
    assert.equal(checkpointDue(99_999, 100_000), false)
  })

  it('give the cheapest way to a version', () => {
    const way = (number: number, size: number, checkpoint = false) => ({ number, size, checkpoint })
    const versions = [way(1, 0, true), way(2, 10), way(3, 10), way(4, 1), way(5, 1)]
    assert.deepEqual(routeTo(2, versions), { from: 1, direction: 'forwards', deltas: [2] })
    assert.deepEqual(routeTo(1, versions), { from: 1, direction: 'forwards', deltas: [] })
    assert.deepEqual(routeTo(3, versions), { from: 5, direction: 'backwards', deltas: [5, 4] })
    assert.deepEqual(routeTo(5, versions), { from: 5, direction: 'backwards', deltas: [] })
    assert.equal(routeTo(9, versions), null)
  })
})
