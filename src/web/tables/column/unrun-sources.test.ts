import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Column } from '../../sheets/index.ts'
import { unrunSources, waitingOn } from './unrun-sources.ts'

const column = (id: string, type: string) => ({ id, title: id, type }) as Column
const columns = [column('question', 'TEXT'), column('answer', 'PROMPT_TEMPLATE'), column('other', 'COUNT')]
const reads = (...targets: string[]) => targets.map((target) => ({ path: 'source', target }))
const staleCells = (stale_cells: number, rows = 5) => ({
  rows,
  columns: columns.map(({ id: column_id }) => ({
    column_id,
    stale_cells,
    filled_cells: 0,
    failed_cells: 0,
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

test('new cells wait in the rows in which a computed source is stale', () => {
  const whole = { ...staleCells(3), row_count: 5 }
  assert.deepEqual(waitingOn(columns, reads('question', 'answer'), whole), { title: 'answer', cells: 3 })
  assert.equal(waitingOn(columns, reads('question'), whole), null)
  assert.equal(waitingOn(columns, reads('answer'), { ...staleCells(0), row_count: 5 }), null)
  assert.equal(waitingOn(columns, reads('answer'), { ...staleCells(3), row_count: 900 }), null)
})
