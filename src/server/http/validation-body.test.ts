import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validationBody } from './refusals.ts'

test('the message names the first detail and counts the rest; a hundred are listed', () => {
  const detail = Array.from({ length: 1000 }, (_, index) => ({
    loc: ['body', String(index)],
    msg: 'must be a text',
    type: 'string_type',
  }))
  const body = validationBody(detail) as { detail: unknown[]; message: string }
  assert.equal(body.detail.length, 100)
  assert.equal(body.message, 'body.0: must be a text (and 999 more)')
})
