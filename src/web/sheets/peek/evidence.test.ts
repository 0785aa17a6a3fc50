import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf } from './differences.ts'
import { factsOf } from './facts.ts'

test('the position where two values differ', () => {
  const text = { comparison_result: false, diff: { at: 4, left: 'a', right: '' } }
  assert.deepEqual(differencesOf(text), [{ position: 'From character 5 on', left: 'a', right: '' }])
  const json = {
    comparison_result: false,
    diff: [
      { path: '$["a"]', left: 1, right: null },
      { path: '$["b"]', left: 2 },
    ],
  }
  assert.deepEqual(differencesOf(json), [
    { position: '$["a"]', left: '1', right: 'null' },
    { position: '$["b"]', left: '2', right: undefined },
  ])
  assert.equal(
    differencesOf({ diff: { reason: 'Answer is not JSON.' } })?.[0]?.position,
    'Answer is not JSON.',
  )
  for (const value of [null, true, 'x', {}, { diff: [] }, { diff: [null, 3] }, { diff: {} }])
    assert.equal(differencesOf(value), null)
})

test('evidence is a list of facts, or JSON', () => {
  assert.deepEqual(factsOf({ count: 1200 }), { list: [['Count', '1,200']] })
  assert.deepEqual(factsOf({ tools: ['search', 'answer'] }), { list: [['Tools called', 'search, answer']] })
  assert.deepEqual(factsOf({ tools: [] }), { list: [['Tools called', 'none']] })
  assert.deepEqual(factsOf({ stop_reason: 'max_turns' }), {
    list: [['Ended by', 'the maximum number of turns']],
  })
  assert.deepEqual(factsOf({ something: 1 }), { json: '{\n  "something": 1\n}' })
  assert.equal(factsOf(null), null)
})
