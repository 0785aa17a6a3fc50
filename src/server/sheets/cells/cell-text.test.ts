import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import type { Json } from '../../../engine/json/json.ts'
import type { ShownCellRow } from '../storage/cell-queries.ts'
import { noContent, presentCell } from '../storage/present.ts'
import { columnText, emptyText, rowText, storedText, uncomputedText, writtenText } from './cell-text.ts'
import { computedContent } from './read-cells.ts'

const sheet = '0199aaaa-bbbb-7ccc-8ddd-0123456789ab'
const column = { id: '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee', number: 12 }
const updated = 1_763_700_000_000

const compared = fc.record(
  { comparison_result: fc.oneof(fc.boolean(), fc.string()), diff: fc.jsonValue(), more: fc.jsonValue() },
  { requiredKeys: ['comparison_result'] },
)
const json = fc.oneof(fc.jsonValue(), compared) as fc.Arbitrary<Json>

function cellJsonAt(row: { id: number; index: number }, content: string): string {
  const { before, after } = columnText(sheet, column)
  return `{${before}${rowText(sheet, row.id)}${after}${row.index},${content}}}`
}

it('writes a stored cell like `presentCell`', () => {
  const metrics = fc.option(fc.constant('{"request_count":1,"request_ids":[7],"latency_ms":null}'))
  const error = fc.option(fc.constant('{"code":"boom","message":"It \\"broke\\"."}'))
  fc.assert(
    fc.property(fc.option(json), error, metrics, fc.nat(), fc.nat(), (value, error, metrics, id, index) => {
      const cell: ShownCellRow = {
        row_id: id,
        column_number: 12,
        status: 'FAILED',
        error,
        metrics,
        updated_at: updated,
        value: value === null ? null : JSON.stringify(value),
        input_hash: null,
        execution_id: 'e',
        computed_version: null,
      }
      const presented = presentCell(sheet, column, { id, index }, computedContent(cell))
      assert.equal(cellJsonAt({ id, index }, storedText(cell)), JSON.stringify({ [column.id]: presented }))
    }),
  )
})

it('writes texts and cells that were never computed like `presentCell`', () => {
  const row = { id: 3, index: 2 }
  const content = { ...noContent, updatedAt: updated }
  fc.assert(
    fc.property(json, (value) => {
      const presented = presentCell(sheet, column, row, { ...content, status: 'COMPLETED', value })
      assert.equal(
        cellJsonAt(row, writtenText(value, 'TEXT', updated)),
        JSON.stringify({ [column.id]: presented }),
      )
    }),
  )
  const failed = {
    ...content,
    status: 'FAILED',
    error: { code: 'source_missing', message: 'Gone "$&".' },
  } as const
  for (const empty of [failed, { ...content, status: 'COMPLETED' } as const])
    assert.equal(
      cellJsonAt(row, emptyText(empty)),
      JSON.stringify({ [column.id]: presentCell(sheet, column, row, empty) }),
    )
  const never = presentCell(sheet, column, row, { ...content, status: 'STALE' })
  assert.equal(cellJsonAt(row, uncomputedText(updated)), JSON.stringify({ [column.id]: never }))
})
