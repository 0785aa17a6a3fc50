import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldNamed, filterValueOf, operatorsFor, shownFields, takesValue, wordsOf } from './fields.ts'

test("typed text becomes the server's form", () => {
  const [latency, score, tag] = ['latency_ms', 'score', 'tags'].map((field) => fieldNamed(field)!)
  assert.equal(filterValueOf(latency!, 'gte', '5s'), 5000)
  assert.equal(filterValueOf(latency!, 'gte', '800 ms'), 800)
  assert.equal(filterValueOf(latency!, 'gte', 'slow'), undefined)
  assert.deepEqual(filterValueOf(score!, 'between', '10..50'), [10, 50])
  assert.equal(filterValueOf(score!, 'between', '10'), undefined)
  assert.equal(filterValueOf(tag!, 'contains', ' shop '), 'shop')
  assert.equal(filterValueOf(tag!, 'contains', ' '), undefined)
  assert.deepEqual(filterValueOf(fieldNamed('engine')!, 'in', 'a, b'), ['a', 'b'])
})

test('a filter reads as a sentence', () => {
  assert.equal(wordsOf({ field: 'latency_ms', operator: 'gte', value: 5000 }), 'Latency ≥ 5 s')
  assert.equal(
    wordsOf({ field: 'metadata', operator: 'key_equals', nested_key: 'customer', value: 'ada' }),
    'Metadata customer is ada',
  )
  assert.equal(wordsOf({ field: 'score', operator: 'is_null' }), 'Score is not set')
})

test('every field has operators, and each takes a value or none', () => {
  for (const field of shownFields) {
    assert.ok(operatorsFor(field).length > 0, field.field)
    assert.ok(operatorsFor(field).some(takesValue) || field.kind === 'boolean', field.field)
  }
})
