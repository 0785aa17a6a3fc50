import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { driftText } from './criteria.ts'

const drift = (score_delta: number | null, finding?: string) => ({
  score_delta,
  comparison: finding ? { finding, text: '' } : null,
})

describe('the change of a score', () => {
  it('says no more than is known', () => {
    assert.equal(driftText(null), null)
    assert.equal(driftText(drift(null)), null)
    assert.match(driftText(drift(0.021, 'not significant'))!, /^\+2\.1 points.*not significant/)
    assert.match(driftText(drift(-0.5, 'too few pairs'))!, /^−50\.0 points.*too few rows/)
    assert.match(driftText(drift(-0.1, 'worse'))!, /worse, beyond chance/)
    assert.equal(driftText(drift(0)), '+0.0 points since the calculation before.')
  })
})
