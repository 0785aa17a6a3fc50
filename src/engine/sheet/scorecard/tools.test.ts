import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../json/json.ts'
import { checkTools } from './tool-rules.ts'

const span = (name: string, start_time: Json, rest: Record<string, Json> = {}): Json => ({
  name,
  start_time,
  ...rest,
})

describe('checkTools', () => {
  const trace: Json = [span('Tool: a', 1), span('Tool: b', 2)]

  it('has a rule for each primitive', () => {
    const resultOf = (rule: Parameters<typeof checkTools>[0]) => checkTools(rule, trace).value
    assert.equal(resultOf({ kind: 'max calls', most: 2 }), true)
    assert.equal(resultOf({ kind: 'max calls', most: 1 }), false)
    assert.equal(resultOf({ kind: 'allowed', tools: ['a', 'b', 'c'] }), true)
    assert.equal(resultOf({ kind: 'allowed', tools: ['a'] }), false)
    assert.equal(resultOf({ kind: 'overlap', expected: ['a', 'b'] }), 1)
    assert.equal(resultOf({ kind: 'overlap', expected: ['a', 'x'] }), 0.5)
    assert.equal(resultOf({ kind: 'overlap', expected: [] }), 0)
  })

  it('never passes missing data', () => {
    for (const source of [null, '', 'text'])
      assert.equal(checkTools({ kind: 'max calls', most: 5 }, source).value, null)
  })
})
