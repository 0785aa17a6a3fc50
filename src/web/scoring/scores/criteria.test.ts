import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scoreText } from '../../sheets/values.ts'
import { driftText, staleWarning } from './criteria.ts'

const drift = (score_delta: number | null, finding?: string) => ({
  score_delta,
  comparison: finding ? { finding, text: '' } : null,
})

describe('the change of a score', () => {
  it('leaves out unknown facts', () => {
    assert.equal(driftText(null), null)
    assert.equal(driftText(drift(null)), null)
    assert.match(driftText(drift(0.021, 'not significant'))!, /^\+2\.1 points.*not significant/)
    assert.match(driftText(drift(-0.5, 'too few pairs'))!, /^−50\.0 points.*too few rows/)
    assert.match(driftText(drift(-0.1, 'worse'))!, /worse, beyond chance/)
    assert.equal(driftText(drift(0)), '+0.0 points since the previous calculation.')
  })
})

describe('the warning beside a score', () => {
  it('asks for another calculation only if it would give another result', () => {
    assert.equal(staleWarning([]), null)
    assert.equal(staleWarning(['source_cells_stale']), 'Counts stale cells')
    assert.equal(staleWarning(['source_cells_changed', 'source_cells_stale']), 'Sheet changed since')
    assert.equal(staleWarning(['rows_added']), 'Sheet changed since')
  })
})

describe('a score of any size', () => {
  it('is a share only if all values are shares', () => {
    assert.deepEqual([0, 0.755, 1, 75, -2.345].map(scoreText), ['0%', '75.5%', '100%', '75', '-2.35'])
  })
})
