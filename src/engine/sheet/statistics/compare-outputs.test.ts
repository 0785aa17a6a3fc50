import assert from 'node:assert/strict'
import { it } from 'node:test'
import { outputChange, outputRank } from './compare-outputs.ts'

const output = (value: number | null, digest: string | null = 'text') => ({ value, digest })

it('outputs are compared by value, then by text; a missing output is never better', () => {
  assert.equal(outputChange(output(0), output(1), 'higher'), 'improved')
  assert.equal(outputChange(output(0), output(1), 'lower'), 'regressed')
  assert.equal(outputChange(output(40), output(12), 'none'), 'changed')
  assert.equal(outputChange(output(1, 'a'), output(1, 'b'), 'higher'), 'changed')
  assert.equal(outputChange(output(null, 'a'), output(null, 'b'), 'higher'), 'changed')
  assert.equal(outputChange(output(null, 'a'), output(null, 'a'), 'higher'), 'same')
  assert.equal(outputChange(output(null), output(1), 'higher'), 'missing')
  assert.equal(outputChange(output(null, null), output(null, null), 'higher'), 'missing')
  assert.equal(outputChange(null, output(1), 'higher'), 'missing')
  const gains = [output(0.9), output(0.2), output(0.5)].map((after) =>
    outputRank(output(0.5), after, 'higher'),
  )
  assert.deepEqual(
    gains.map(({ rank, gain }) => [rank, Math.sign(gain)]),
    [
      [3, 1],
      [0, -1],
      [2, 0],
    ],
  )
})
