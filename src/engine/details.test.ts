import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { detailsOf } from './details.ts'

function detailsFor(schema: z.ZodType, value: unknown) {
  const result = schema.safeParse(value, { reportInput: true })
  assert.ok(!result.success)
  return detailsOf(result.error, ['body'])
}

const brief = ({ loc, type }: { loc: string[]; type: string }) => [loc.join('.'), type]
const locations = (schema: z.ZodType, value: unknown) => detailsFor(schema, value).map(brief)

test('a missing field is named', () => {
  assert.deepEqual(detailsFor(z.object({ a: z.object({ b: z.int() }) }), { a: {} }), [
    { loc: ['body', 'a', 'b'], msg: 'Field required', type: 'missing' },
  ])
})

test('a missing choice and a missing body are reported as missing', () => {
  assert.deepEqual(locations(z.object({ a: z.enum(['x', 'y']) }), {}), [['body.a', 'missing']])
  assert.deepEqual(locations(z.object({}), undefined), [['body', 'missing']])
})

test('indexes are text', () => {
  assert.deepEqual(locations(z.object({ a: z.array(z.string()) }), { a: ['x', 1] }), [
    ['body.a.1', 'string_type'],
  ])
})

test('each unknown field is named', () => {
  assert.deepEqual(locations(z.strictObject({}), { a: 1, b: 2 }), [
    ['body.a', 'extra_forbidden'],
    ['body.b', 'extra_forbidden'],
  ])
})

test('the errors of a union are the errors of its closest alternative', () => {
  const union = z.object({ a: z.union([z.string(), z.object({ name: z.string() })]) })
  assert.deepEqual(locations(union, { a: { name: 1 } }), [['body.a.name', 'string_type']])
  assert.deepEqual(locations(union, { a: 1 }), [['body.a', 'string_type']])
})

test('a refinement can report a missing field', () => {
  const needed = z.looseObject({}).refine(() => false, { path: ['a'], params: { type: 'missing' } })
  assert.deepEqual(locations(needed, {}), [['body.a', 'missing']])
})

test('a bad key of a record is named', () => {
  assert.deepEqual(locations(z.record(z.string().max(1), z.unknown()), { ab: 1 }), [
    ['body.ab', 'invalid_key'],
  ])
})
