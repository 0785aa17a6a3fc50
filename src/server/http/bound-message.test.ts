import assert from 'node:assert/strict'
import { it } from 'node:test'
import { z } from 'zod'
import { validate } from './validation.ts'

const messageOf = (schema: z.ZodType, value: unknown) => validate(schema, value, 1).error?.issues[0]?.message

it('bounds are stated in words', () => {
  assert.equal(messageOf(z.string().min(1), ''), 'Must not be empty')
  assert.equal(messageOf(z.array(z.int()).min(1), []), 'Must not be empty')
  assert.equal(messageOf(z.string().min(8), 'short'), 'Must have at least 8 characters')
  assert.equal(messageOf(z.array(z.int()).max(1), [1, 2]), 'Must have at most 1 item')
  assert.equal(messageOf(z.string().max(1_000), 'a'.repeat(1_001)), 'Must have at most 1000 characters')
  assert.equal(messageOf(z.number().min(0), -1), 'Must be at least 0')
  assert.equal(messageOf(z.int().max(10), 11), 'Must be at most 10')
})

it('other faults have the message of the schema', () => {
  assert.match(messageOf(z.string(), 1)!, /expected string/)
  assert.equal(messageOf(z.string().min(1, 'Say why'), ''), 'Say why')
  assert.match(messageOf(z.number().gt(0), 0)!, /Too small/)
})
