import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitDepth } from './json.ts'

const nested = (depth: number): unknown => (depth === 0 ? 'the core' : { in: [nested(depth - 1)] })

test('plain shallow values are not copied', () => {
  const value = JSON.parse('{"a": [1, {"b": null}], "__proto__": {"c": true}}')
  assert.equal(limitDepth(value), value)
  assert.equal(limitDepth('text'), 'text')
})

test('deep values are truncated in a copy', () => {
  const value = nested(40)
  const text = JSON.stringify(limitDepth(value))
  assert.match(text, /nested too deeply/)
  assert.doesNotMatch(text, /the core/)
  assert.match(JSON.stringify(value), /the core/)
})

test('circular values end', () => {
  const value: Record<string, unknown> = {}
  value['self'] = value
  assert.match(JSON.stringify(limitDepth(value)), /nested too deeply/)
})

test('an object of a class is copied field by field, because JSON.stringify would call its toJSON', () => {
  class TextObject {
    text = 'hello'
    toJSON() {
      return 'something else'
    }
  }
  assert.equal(JSON.stringify(limitDepth({ said: new TextObject() })), '{"said":{"text":"hello"}}')
})
