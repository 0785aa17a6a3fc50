import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeRows } from './write-rows.ts'

test('long and short values are written as they are, also where a slice would split a character', async () => {
  const long = `"${'😀'.repeat(100_000)}\\\ud800`
  const rows = [
    ['a', null],
    [long, { k: [1] }],
    [null, `x${long}`],
    ['b', ''],
  ]
  const { texts } = await writeRows([1, 2], rows)
  const written = (JSON.parse(texts) as string[][]).map(([text]) => JSON.parse(text!))
  assert.deepEqual(written, [{ 1: 'a' }, { 1: long, 2: { k: [1] } }, { 2: `x${long}` }, { 1: 'b', 2: '' }])
})
