import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskOf } from './mask.ts'

test('a secret goes wherever it stands: in texts, lists, keys', () => {
  const mask = maskOf(['hunter2-hunter2'])
  const shown = { a: ['x hunter2-hunter2 y', 1, null], 'hunter2-hunter2': true }
  assert.deepEqual(mask(shown), { a: ['x *** y', 1, null], '***': true })
})

test('a secret goes as it stands in JSON text too', () => {
  const secret = 'line 1\nline "2" ü🔑'
  assert.equal(maskOf([secret])(JSON.stringify({ secret })), '{"secret":"***"}')
  const python = '{"secret": "line 1\\nline \\"2\\" \\u00fc\\ud83d\\udd11"}'
  assert.equal(maskOf([secret])(python), '{"secret": "***"}')
})

test('of two secrets the longer one goes whole', () => {
  assert.equal(maskOf(['abcdefgh', 'abcdefgh-ijk'])('abcdefgh-ijk'), '***')
})

test('short values stay, as they stand in texts by chance', () => {
  assert.equal(maskOf(['eu', ''])('neutral'), 'neutral')
})
