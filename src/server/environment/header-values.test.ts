import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillHeaders, secretsOf } from './header-values.ts'
import { maskOf, minLengthInHeaders } from './mask.ts'

test('variables are inserted once, and the refusal names missing variables', () => {
  const headers = {
    Authorization: `Bearer $\{TOKEN}`,
    Plain: `$TOKEN $\{} $\{1x} {TOKEN}`,
    Two: `$\{A}$\{A}-$\{gone}-$\{toString}`,
  }
  assert.deepEqual(fillHeaders(headers, { TOKEN: `$\{A}`, A: '$&' }), {
    headers: { Authorization: `Bearer $\{A}`, Plain: headers.Plain, Two: '$&$&--' },
    usedVariables: ['TOKEN', 'A'],
    missingVariables: ['gone', 'toString'],
  })
})

test('sent values are masked in the answer', () => {
  const headers = { Authorization: 'Bearer abc-123', Mode: 'x' }
  const mask = maskOf(secretsOf(headers), minLengthInHeaders)
  assert.equal(mask('no Bearer abc-123, no abc-123, x stays'), 'no ***, no ***, x stays')
})
