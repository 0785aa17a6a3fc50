import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTag, draftOf, type RetentionDraft, readRules } from './retention-rules.ts'

test('rules come back as they were', () => {
  const rules = [
    { tag: null, days: 365 },
    { tag: 'debug', days: 7 },
    { tag: 'legal', days: null },
  ]
  assert.deepEqual(readRules(draftOf(rules)), rules)
  assert.deepEqual(readRules(draftOf([])), [])
})

test('a rule that keeps everything else forever is the same as no rule', () => {
  assert.deepEqual(draftOf([{ tag: null, days: null }]), draftOf([]))
})

test('each added rule has a key of its own', () => {
  const { tags } = addTag(addTag(draftOf([{ tag: 'debug', days: 7 }])))
  assert.equal(new Set(tags.map(({ key }) => key)).size, 3)
})

test('an error is shown at its rule', () => {
  const rule = (key: number, tag: string, days: string) => ({ key, tag, days })
  const problemAt = (rest: RetentionDraft['rest'], ...tags: RetentionDraft['tags']) => {
    const result = readRules({ rest, tags })
    return Array.isArray(result) ? 'none' : result.key
  }
  assert.equal(problemAt(null, rule(1, 'a', '1'), rule(2, ' a ', '2')), 2)
  assert.equal(problemAt(null, rule(3, ' ', '2')), 3)
  for (const days of ['0', '-1', '1.5', 'soon', '36501']) {
    assert.equal(problemAt(null, rule(5, 'a', days)), 5)
    assert.equal(problemAt(days), null)
  }
  assert.equal(problemAt(''), null)
  assert.equal(problemAt('36500', rule(1, 'a', '')), 'none')
})
