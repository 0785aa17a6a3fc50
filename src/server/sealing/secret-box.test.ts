import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { checkCanary, makeCanary } from './canary.ts'
import { parseKeyring } from './keyring.ts'
import { headBytes } from './sealed-format.ts'
import { createSecretBox, keyIdOf } from './secret-box.ts'

const newKey = () => randomBytes(32).toString('base64')
const boxOf = (...keys: string[]) => createSecretBox(parseKeyring(keys.join(','), 'test'))
const context = { table: 'environment_variables', workspace: 7, row: 42 }
const [first, second] = [newKey(), newKey()]
const box = boxOf(first)

test('any sealed value can be opened', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(box.open(box.seal(text, context), context), text)
    }),
  )
  for (const text of ['', '\0', '🗝'.repeat(100_000)])
    assert.equal(box.open(box.seal(text, context), context), text)
})

test('the same secret is never sealed the same way', () => {
  const seals = Array.from({ length: 1_000 }, () => Buffer.from(box.seal('x', context)).toString('hex'))
  assert.equal(new Set(seals).size, 1_000)
})

test('a sealed value is 33 bytes longer than its text and does not show it', () => {
  const sealed = box.seal('canary-secret', context)
  assert.equal(sealed.length, 13 + headBytes)
  assert.equal(headBytes, 33)
  assert.ok(!Buffer.from(sealed).includes('canary'))
})

test('a value with one changed bit does not open', () => {
  const sealed = box.seal('a secret of some length', context)
  for (let index = 0; index < sealed.length; index++)
    for (let bit = 0; bit < 8; bit++) {
      const changed = Uint8Array.from(sealed)
      changed[index]! ^= 1 << bit
      const code = index === 0 ? 'unknown_format' : index < 5 ? 'unknown_key' : 'damaged'
      assert.throws(
        () => box.open(changed, context),
        { name: 'SealedValueError', code },
        `byte ${index}, bit ${bit}`,
      )
    }
})

test('values of another length do not open', () => {
  const sealed = box.seal('secret', context)
  for (let length = 0; length < sealed.length; length++)
    assert.throws(() => box.open(sealed.subarray(0, length), context), { name: 'SealedValueError' })
  assert.throws(() => box.open(Buffer.concat([sealed, Buffer.of(0)]), context), { code: 'damaged' })
})

test('a shortened tag is not accepted', () => {
  const sealed = Buffer.from(box.seal('', context))
  for (const bytes of [4, 8, 12, 15])
    assert.throws(() => box.open(sealed.subarray(0, headBytes - 16 + bytes), context), {
      code: 'unknown_format',
    })
})

test('a value opens for its own row only', () => {
  const sealed = box.seal('secret', context)
  const others = [
    { ...context, table: 'connections' },
    { ...context, workspace: 8 },
    { ...context, row: 43 },
    { table: 'environment_variables', workspace: 4, row: '2|7' },
  ]
  for (const other of others) assert.throws(() => box.open(sealed, other), { code: 'damaged' })
  const twin = box.seal('secret', { table: 't', workspace: 1, row: '2|3' })
  assert.throws(() => box.open(twin, { table: 't', workspace: '1|2', row: 3 }), TypeError)
  assert.throws(() => box.seal('x', { table: 't|1', workspace: 2, row: 3 }), TypeError)
})

test('rotation: the old key opens, the new one seals, and then the old one can go', () => {
  const old = box.seal('secret', context)
  const both = boxOf(second, first)
  assert.equal(both.open(old, context), 'secret')
  assert.notEqual(keyIdOf(old), both.keyId)
  const resealed = both.reseal(old, context)
  assert.equal(keyIdOf(resealed), both.keyId)
  assert.equal(boxOf(second).open(resealed, context), 'secret')
  assert.throws(() => boxOf(second).open(old, context), { name: 'SealedValueError', code: 'unknown_key' })
  assert.throws(() => both.reseal(old, { ...context, row: 1 }), { code: 'damaged' })
})

test('the canary opens with its keys only', () => {
  const canary = makeCanary(box)
  checkCanary(box, canary)
  checkCanary(boxOf(second, first), canary)
  const wrong = {
    name: 'SecretKeyError',
    message: new RegExp(`key ${box.keyId}, and no setting has that key`),
  }
  assert.throws(() => checkCanary(boxOf(second), canary), wrong)
  const changed = Uint8Array.from(canary)
  changed[canary.length - 1]! ^= 1
  assert.throws(() => checkCanary(box, changed), { name: 'SecretKeyError', message: /was changed/ })
  assert.throws(() => checkCanary(box, box.seal('galley canary', context)), { name: 'SecretKeyError' })
})

test('printing a keyring or a box shows neither keys nor secrets', () => {
  const keyring = parseKeyring(first, 'test')
  const bytes = Buffer.from(first, 'base64')
  const forms = [
    first,
    bytes.toString('hex'),
    bytes.toString('base64url'),
    bytes.subarray(0, 8).toString('hex'),
  ]
  const shown = [keyring, box].map(
    (one) => inspect(one, { depth: 9, showHidden: true }) + JSON.stringify(one),
  )
  for (const form of forms) assert.ok(!shown.join('').includes(form))
})
