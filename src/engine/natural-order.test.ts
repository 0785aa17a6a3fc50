import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inNaturalOrder } from './natural-order.ts'

const ordered = (...names: string[]) => inNaturalOrder(names, (name) => name)

describe('names in natural order', () => {
  it('are ordered by the value of their numbers', () => {
    assert.deepEqual(ordered('12', '1', '11', '2'), ['1', '2', '11', '12'])
    assert.deepEqual(ordered('v1.10 b', 'v1.9 b', 'v1.9 a'), ['v1.9 a', 'v1.9 b', 'v1.10 b'])
  })

  it('ignore case, with a stable order of equal names', () => {
    assert.deepEqual(ordered('beta', 'Alpha', 'Gamma', 'alpha'), ['Alpha', 'alpha', 'beta', 'Gamma'])
    assert.deepEqual(ordered('case 02', 'case 2'), ['case 02', 'case 2'])
  })

  it('have an order for runs of too many digits', () => {
    const long = '9'.repeat(31)
    assert.deepEqual(ordered(`a${long}`, 'a1'), ['a1', `a${long}`])
  })
})
