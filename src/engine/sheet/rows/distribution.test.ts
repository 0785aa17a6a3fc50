import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../json/json.ts'
import { DistributionTally } from './distribution.ts'

const tallied = (...values: Json[]) => {
  const tally = new DistributionTally()
  for (const value of values) tally.add({ status: 'COMPLETED', value })
  return tally.result()
}

describe('the distribution of a column', () => {
  it('counts passes and failures, and keeps cells without a current value out of them', () => {
    const tally = new DistributionTally()
    for (const value of [true, false, true]) tally.add({ status: 'COMPLETED', value })
    tally.add({ status: 'FAILED', value: null })
    tally.add({ status: 'STALE', value: true })
    assert.deepEqual(tally.result(), {
      filled_cells: 3,
      failed_cells: 1,
      stale_cells: 1,
      distribution: { kind: 'verdicts', passed: 2, failed: 1 },
    })
  })

  it('has a histogram of numbers of any size', () => {
    const { distribution } = tallied(0, 1, 1, 12, null)
    assert.deepEqual(distribution, {
      kind: 'numbers',
      min: 0,
      max: 12,
      mean: 3.5,
      steps: [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    })
    const huge = tallied(-Number.MAX_VALUE, Number.MAX_VALUE).distribution
    assert.deepEqual(huge.kind === 'numbers' && [huge.mean, huge.steps.at(-1)], [0, 1])
    const alike = tallied(7, 7).distribution
    assert.deepEqual(alike.kind === 'numbers' && [alike.mean, alike.steps[0]], [7, 2])
  })

  it('counts texts that repeat, and no questions, objects or long texts', () => {
    assert.deepEqual(tallied('high', 'low', 'high').distribution, {
      kind: 'values',
      distinct: 2,
      top: [
        { value: 'high', count: 2 },
        { value: 'low', count: 1 },
      ],
    })
    for (const values of [['a', 'b'], ['x'.repeat(61), 'a', 'a'], [{ a: 1 }, 'a', 'a'], []])
      assert.deepEqual(tallied(...values).distribution, { kind: 'other' })
  })
})
