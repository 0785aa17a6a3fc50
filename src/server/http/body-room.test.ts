import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeOf } from './body-room.ts'

const limit = 32 * 1024 * 1024

test('a body counts what its sender says, a compressed one what it may become', () => {
  assert.equal(sizeOf({ 'content-length': '1000' }, limit), 1_000)
  assert.equal(sizeOf({ 'content-length': '1000', 'content-encoding': 'identity' }, limit), 1_000)
  assert.equal(sizeOf({ 'content-length': '1000', 'content-encoding': 'gzip' }, limit), 8_000)
  assert.equal(sizeOf({ 'content-length': '9999999999' }, limit), limit)
})

test('a body of unknown length counts as a large one, none as nothing', () => {
  assert.equal(sizeOf({ 'transfer-encoding': 'chunked' }, limit), 8 * 1024 * 1024)
  assert.equal(sizeOf({ 'transfer-encoding': 'chunked' }, 1_000), 1_000)
  assert.equal(sizeOf({}, limit), 0)
})
