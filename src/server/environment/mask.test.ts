import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskBody, maskOf } from './mask.ts'

test('secrets are masked in texts, lists and keys', () => {
  const mask = maskOf(['hunter2-hunter2'])
  const shown = { a: ['x hunter2-hunter2 y', 1, null], 'hunter2-hunter2': true }
  assert.deepEqual(mask(shown), { a: ['x *** y', 1, null], '***': true })
})

test('secrets are masked in JSON text', () => {
  const secret = 'line 1\nline "2" ü🔑'
  assert.equal(maskOf([secret])(JSON.stringify({ secret })), '{"secret":"***"}')
  const python = '{"secret": "line 1\\nline \\"2\\" \\u00fc\\ud83d\\udd11"}'
  assert.equal(maskOf([secret])(python), '{"secret": "***"}')
})

test('secrets are masked in common encodings', () => {
  const secret = 'sk-live/9+x~ü 12345'
  const mask = maskOf([secret])
  const encodings = [
    encodeURIComponent(secret),
    encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('hex').toUpperCase(),
    JSON.stringify(JSON.stringify(secret)),
    secret.replaceAll('/', '\\/'),
  ]
  for (const text of encodings) assert.match(mask(`before ${text} after`), /\*\*\*/, text)
  for (const user of ['u', 'us', 'use', 'user']) {
    const basic = Buffer.from(`${user}:${secret}`).toString('base64')
    const left = mask(basic).replaceAll('***', '')
    assert.ok(left.length < basic.length / 2, left)
  }
})

test('a body stays JSON where a number was masked', () => {
  const body = '{"pin":12345678,"text":"12345678 \\" x","list":[-12345678.5,1],"deep":{"12345678":true}}'
  assert.deepEqual(JSON.parse(maskBody(['12345678'], body)), {
    pin: '***',
    text: '*** " x',
    list: ['***', 1],
    deep: { '***': true },
  })
  assert.equal(maskBody(['12345678'], 'plain 12345678'), 'plain ***')
  assert.equal(maskBody(['12345678'], '{"id":9007199254740993}'), '{"id":9007199254740993}')
  assert.deepEqual(maskOf(['12345678'])({ pin: 12345678 }), { pin: '***' })
})

test('the longer of two overlapping secrets is masked whole', () => {
  assert.equal(maskOf(['abcdefgh', 'abcdefgh-ijk'])('abcdefgh-ijk'), '***')
})

test('short values are not masked', () => {
  assert.equal(maskOf(['eu', ''])('neutral'), 'neutral')
})

test('overlapping secrets get one mask, adjacent ones two', () => {
  const mask = maskOf(['abcdefgh', 'ghijklmnop'])
  assert.equal(mask('x abcdefghijklmnop y'), 'x *** y')
  assert.equal(mask('abcdefghabcdefgh'), '******')
})

test('masks any number of secrets as replacing them one after the other does', () => {
  const secrets = Array.from({ length: 50 }, (_, index) => `s3cret/${index}+${index * index}-end`)
  const text = secrets
    .map((secret, index) => `${index} ${secret} ${encodeURIComponent(secret)}`)
    .join(' s3cre ')
  const expected = secrets.map((_, index) => `${index} *** ***`).join(' s3cre ')
  assert.equal(maskOf(secrets)(text), expected)
})
