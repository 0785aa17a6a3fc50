import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { hardenBuiltIns } from './hardened-built-ins.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test repeats mistakes of untyped code.
type Anything = any
const merge = (into: Anything, from: Anything): Anything => {
  for (const key of Object.keys(from))
    if (typeof from[key] === 'object' && into[key]) merge(into[key], from[key])
    else into[key] = from[key]
  return into
}
const empty = () => ({}) as Anything

/** Makes a subclass of Error as compilers to ES5 did. */
function inherit(kind: Anything): Anything {
  kind.prototype = Object.create(Error.prototype)
  kind.prototype.constructor = kind
  kind.prototype.name = 'Old'
  return kind
}

before(hardenBuiltIns)

test('no path in a request reaches the prototypes', () => {
  for (const hostile of [
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"__proto__":{"toString":"x"}}',
    '{"toString":{"__proto__":{"polluted":true}}}',
  ])
    assert.throws(() => merge(empty(), JSON.parse(hostile)), TypeError, hostile)
  assert.throws(() => merge([], JSON.parse('{"__proto__":{"polluted":true}}')), TypeError)
  assert.throws(() => merge(new Error('x'), JSON.parse('{"__proto__":{"name":"y"}}')), TypeError)
  assert.throws(() => Object.setPrototypeOf(Object.prototype, { polluted: true }), TypeError)
  assert.equal(empty().polluted, undefined)
  assert.equal(`${empty()}`, '[object Object]')
  assert.equal(new Error('x').name, 'Error')
})

test('objects may still have properties of their own with the same names', () => {
  const text = empty()
  text.toString = () => 'mine'
  text.constructor = 1
  assert.deepEqual([`${text}`, Object.keys(text)], ['mine', ['toString', 'constructor']])
  const error = new TypeError('x')
  error.name = 'Other'
  error.message = 'y'
  assert.equal(String(error), 'Other: y')
  const kind = inherit(function old() {})
  const made = new kind()
  assert.deepEqual([made.name, made instanceof Error, made.constructor], ['Old', true, kind])
  assert.deepEqual(Object.keys(empty()), [])
})
