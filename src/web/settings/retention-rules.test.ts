import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftsOf, isChanged, readRules } from './retention-rules.ts'

test('rules come back as they were', () => {
  const rules = [
    { tag: null, days: 365 },
    { tag: 'debug', days: 7 },
    { tag: 'legal', days: null },
  ]
  assert.deepEqual(readRules(draftsOf(rules)), rules)
})

test('rules are saved only if they differ', () => {
  const rules = [{ tag: 'debug', days: 7 }]
  const [draft] = draftsOf(rules)
  assert.equal(isChanged([{ ...draft!, tag: ' debug ' }], rules), false)
  assert.equal(isChanged([{ ...draft!, days: '' }], rules), true)
  assert.equal(isChanged([], rules), true)
})

test('an error is shown at its rule', () => {
  const rule = (key: number, tag: string, days: string) => ({ key, tag, days })
  const problemAt = (...rules: ReturnType<typeof rule>[]) => {
    const result = readRules(rules)
    return Array.isArray(result) ? null : result.key
  }
  assert.equal(problemAt(rule(1, 'a', '1'), rule(2, ' a ', '2')), 2)
  assert.equal(problemAt(rule(1, '', ''), rule(2, ' ', '2')), 2)
  for (const days of ['0', '-1', '1.5', 'soon', '36501']) assert.equal(problemAt(rule(5, 'a', days)), 5)
  assert.equal(problemAt(rule(1, '', '36500')), null)
})
