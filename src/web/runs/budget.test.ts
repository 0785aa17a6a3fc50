import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { budgetProblem, readBudget } from './budget.ts'

describe('a budget', () => {
  it('is null if no limit is entered', () => {
    assert.equal(readBudget(' ', ''), null)
    assert.equal(budgetProblem('cost', ''), undefined)
  })

  it('is an amount as it was typed, and a number of calls', () => {
    assert.deepEqual(readBudget('$2.50', ''), { cost: '2.50' })
    assert.deepEqual(readBudget('0', '12'), { cost: '0', calls: 12 })
  })

  it('has an error for other text', () => {
    for (const typed of ['2,50', '-1', 'much', '1e3', '.5'])
      assert.match(budgetProblem('cost', typed)!, /amount/)
    assert.match(budgetProblem('calls', '1.5')!, /whole number/)
  })
})
