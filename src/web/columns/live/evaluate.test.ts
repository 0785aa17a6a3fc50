import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../../engine/json/json.ts'
import { liveCells } from './evaluate.ts'

const columns = [
  { id: 'a', title: 'answer' },
  { id: 'b', title: 'wanted' },
]
const rows: readonly Readonly<Record<string, Json | undefined>>[] = [
  { a: 'yes', b: 'yes' },
  { a: 'no', b: 'yes' },
  { a: undefined, b: 'yes' },
]
const readValue = (row: number, column: string) => rows[row]![column]

test('a column is computed in the first rows before it is saved', () => {
  const config = { sources: ['answer', 'wanted'], comparison_type: { type: 'STRING' } }
  assert.deepEqual(
    liveCells('COMPARE', config, columns, 3, readValue)?.map((cell) =>
      cell.kind === 'value' ? (cell.value as { comparison_result: boolean }).comparison_result : cell,
    ),
    [true, false, { kind: 'waits', title: 'answer' }],
  )
})

test('a failure has its message', () => {
  const [cell] = liveCells('JSON_PATH', { source: 'answer', json_path: '$.a' }, columns, 1, readValue) ?? []
  assert.equal(cell?.kind, 'failed')
})

test('an incomplete config, and a source that is no column, have no values', () => {
  assert.equal(liveCells('REGEX', { source: 'answer' }, columns, 1, readValue), null)
  assert.equal(liveCells('COUNT', { source: 'other', type: 'words' }, columns, 1, readValue), null)
})
