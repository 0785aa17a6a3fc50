import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { generateApiKey, hashApiKey, suffixOf } from './api-key.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('keys have one shape, end in the check sum of their secret, and never repeat', () => {
  const keys = Array.from({ length: 500 }, generateApiKey)
  assert.equal(new Set(keys).size, keys.length)
  for (const key of keys) {
    const [, secret, check] = /^pl_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(key)!
    const sum = [...check!].reduce((value, digit) => value * 62 + alphabet.indexOf(digit), 0)
    assert.equal(sum, crc32(secret!))
  }
})

test('the stored form does not contain the key', () => {
  const key = generateApiKey()
  assert.match(hashApiKey(key), /^[0-9a-f]{64}$/)
  assert.equal(hashApiKey(key), hashApiKey(key))
  assert.notEqual(hashApiKey(key), hashApiKey(`${key} `))
  assert.equal(suffixOf(key), key.slice(-4))
  assert.equal(suffixOf('short-key'), '')
})
