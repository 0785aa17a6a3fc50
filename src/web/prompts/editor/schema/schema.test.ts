import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  blankObject,
  freeName,
  readEnum,
  type Schema,
  unsupportedReason,
  withoutProperty,
  withProperties,
  withPropertyRenamed,
  withRequired,
  withType,
} from './schema.ts'

const order: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^o' },
    lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
  },
  required: ['id'],
  additionalProperties: false,
}

test('schemas of rows are supported, and the reason for others names the path', () => {
  assert.equal(unsupportedReason(order), null)
  assert.equal(unsupportedReason({ type: 'object', properties: { a: { type: ['string', 'null'] } } }), null)
  const nested = (schema: Schema) =>
    unsupportedReason(withProperties(order, [['deep', { type: 'array', items: schema }]]))
  assert.equal(nested({ anyOf: [] }), 'deep[] has anyOf')
  assert.equal(nested({}), 'deep[] has no type')
  assert.equal(nested({ type: ['string', 'number'] }), 'deep[] has several types')
  assert.equal(
    nested({ type: 'string', enum: ['a, b'] }),
    'deep[] has allowed values that are objects or lists',
  )
  assert.equal(unsupportedReason([]), 'the schema is not an object')
  assert.equal(unsupportedReason({ type: 'string' }), 'the schema is not of type object')
})

test('a renamed property keeps its position and stays required; a removed one is not required', () => {
  const changed = withPropertyRenamed(order, 'id', 'order_id')
  assert.deepEqual(Object.keys(changed['properties'] as object), ['order_id', 'lines'])
  assert.deepEqual(changed['required'], ['order_id'])
  assert.deepEqual(withoutProperty(order, 'id')['required'], [])
  assert.deepEqual(withRequired(order, 'lines', true)['required'], ['id', 'lines'])
  assert.deepEqual(Object.keys(changed), Object.keys(order))
})

test('another type keeps the description and null; names and values are read', () => {
  assert.deepEqual(withType({ type: ['string', 'null'], description: 'D', pattern: 'x' }, 'integer', true), {
    type: ['integer', 'null'],
    description: 'D',
  })
  assert.deepEqual(withType({ type: 'string' }, 'object', true), blankObject(true))
  assert.equal(freeName(order, 'id'), 'id_2')
  assert.deepEqual(readEnum('a, b,, a', 'string'), ['a', 'b'])
  assert.deepEqual(readEnum('1, x, 2.5', 'number'), [1, 2.5])
  assert.equal(readEnum(' , ', 'string'), undefined)
})
