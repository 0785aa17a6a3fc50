import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Column } from '../../sheets/index.ts'
import { unrunSources } from './unrun-sources.ts'

const column = (id: string, type: string) => ({ id, title: id, type }) as Column
const columns = [column('question', 'TEXT'), column('answer', 'PROMPT_TEMPLATE'), column('other', 'COUNT')]
const reads = (...targets: string[]) => targets.map((target) => ({ path: 'source', target }))
const staleCells = (stale_cells: number, rows = 5) => ({
  rows,
  columns: columns.map(({ id: column_id }) => ({
    ...{ column_id, stale_cells, filled_cells: 0, failed_cells: 0 },
    distribution: { kind: 'other' as const },
  })),
})

test('a computed column that is read and has no value in any row is named', () => {
  assert.deepEqual(unrunSources(columns, reads('question', 'answer'), staleCells(5)), ['answer'])
  assert.deepEqual(unrunSources(columns, reads('answer'), staleCells(4)), [])
  assert.deepEqual(unrunSources(columns, reads('question'), staleCells(5)), [])
  assert.deepEqual(unrunSources(columns, reads('answer'), staleCells(0, 0)), [])
  assert.deepEqual(unrunSources(columns, reads('answer'), undefined), [])
})
