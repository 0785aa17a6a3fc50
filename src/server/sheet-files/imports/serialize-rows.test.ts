import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serializeRows } from './serialize-rows.ts'

test('values keep all characters, even if a slice would split a character', async () => {
  const long = `"${'😀'.repeat(100_000)}\\\ud800`
  const rows = [
    ['a', null],
    [long, { k: [1] }],
    [null, `x${long}`],
    ['b', ''],
  ]
  const { texts } = await serializeRows([1, 2], rows)
  const serialized = (JSON.parse(texts) as string[][]).map(([text]) => JSON.parse(text!))
  assert.deepEqual(serialized, [{ 1: 'a' }, { 1: long, 2: { k: [1] } }, { 2: `x${long}` }, { 1: 'b', 2: '' }])
})
