import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../json/json.ts'
import { Refusal } from '../../refusal.ts'
import type { CellState } from '../states/index.ts'
import type { RowOperator } from './row-operators.ts'
import { compareSortKeys, type QueriedCell, rowCondition, rowSortKey } from './row-query.ts'

const cell = (value: Json, status: CellState = 'COMPLETED') => ({
  status,
  value,
  isOfOtherVersion: false,
  text: value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value),
})

const meets = (queried: QueriedCell, operator: RowOperator, value: string) =>
  rowCondition(operator, value, ['value'])(queried)

describe('conditions of rows', () => {
  it('compare texts without regard to case', () => {
    assert.equal(meets(cell('Order 1042'), 'contains', 'ORDER'), true)
    assert.equal(meets(cell('Order 1042'), 'not_contains', 'refund'), true)
    assert.equal(meets(cell('Oslo'), 'is', 'oslo'), true)
    assert.equal(meets(cell('Oslo'), 'is_not', 'Oslo '), true)
  })

  it('compare numbers, and ignore other texts', () => {
    assert.equal(meets(cell('12.5'), 'above', '12'), true)
    assert.equal(meets(cell(3), 'below', '12'), true)
    assert.equal(meets(cell('many'), 'above', '12'), false)
    assert.equal(meets(cell(null), 'below', '12'), false)
  })

  it('refuse a missing value, and a text instead of a number', () => {
    for (const value of [undefined, ' ', 'many'])
      assert.throws(
        () => rowCondition('above', value, ['value']),
        (error) => error instanceof Refusal && error.code === 'invalid',
      )
    assert.throws(() => rowCondition('is', undefined, ['value']), Refusal)
  })

  it('read verdicts of checks, of judges, and of failed cells', () => {
    const judged = { value: false, reasoning: 'rude' }
    assert.equal(meets(cell(true), 'passes', ''), true)
    assert.equal(meets(cell(judged), 'fails', ''), true)
    assert.equal(meets(cell({ polite: { value: true, reasoning: '' }, short: judged }), 'fails', ''), true)
    assert.equal(meets(cell(null, 'FAILED'), 'fails', ''), true)
    assert.equal(meets(cell(false, 'STALE'), 'fails', ''), false)
    assert.equal(meets(cell(null, 'STALE'), 'stale', ''), true)
    assert.equal(meets(cell(' '), 'empty', ''), true)
    assert.equal(meets(cell(0), 'not_empty', ''), true)
  })
})

it('rows are sorted by number, then in natural order, then those without a value', () => {
  const values: Json[] = ['case 11', null, 10, 'case 2', '9', false]
  const sorted = (direction: 'asc' | 'desc') =>
    values.toSorted((a, b) => compareSortKeys(rowSortKey(cell(a)), rowSortKey(cell(b)), direction))
  assert.deepEqual(sorted('asc'), [false, '9', 10, 'case 2', 'case 11', null])
  assert.deepEqual(sorted('desc'), [10, '9', false, 'case 11', 'case 2', null])
})
