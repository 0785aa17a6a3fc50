import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { SheetColumn } from '../../../engine/sheet/index.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import { graphOf } from './graph-cache.ts'

const column = (id: string, more: Partial<SheetColumnRow> = {}): SheetColumnRow => ({
  workspace_id: 1,
  sheet: 1,
  number: 1,
  id,
  title: id,
  type: 'TEXT',
  config: null,
  dependencies: '[]',
  position_rank: 1,
  is_output_column: 0,
  stored_cells: 0,
  since: 1,
  created_at: 1,
  updated_at: 1,
  ...more,
})
const described = ({ id, title, position_rank: rank }: SheetColumnRow, sheet: string): SheetColumn => ({
  id,
  sheet,
  title,
  rank,
  kind: 'input',
  references: [],
  submitted: [],
  seesRow: false,
  acceptsFailed: false,
  seesTitles: false,
  system: false,
  definition: '',
})
const graph = (...columns: SheetColumnRow[]) => graphOf(columns, () => 'sheet', described)

it('equal columns share a graph', () => {
  const first = graph(column('a'), column('b'))
  assert.equal(graph(column('a'), column('b')), first)
  assert.equal(graph(column('a', { stored_cells: 5, updated_at: 2 }), column('b')), first)
})

it('columns that differ in any relevant field get another graph', () => {
  for (const change of [
    { title: 'c' },
    { config: '{}' },
    { dependencies: '["a"]' },
    { type: 'HUMAN' },
    { position_rank: 2 },
  ])
    assert.notEqual(graph(column('a'), column('b', change)), graph(column('a'), column('b')))
  const one = graph(column('a'))
  assert.deepEqual(
    [one.columns.length, graph(column('a'), column('b')).columns.length, graph().columns.length],
    [1, 2, 0],
  )
  assert.notEqual(
    graphOf([column('a')], () => 'other', described),
    graph(column('a')),
  )
})

it('columns of unloaded sheets are in no graph', () => {
  const loadedGraph = graphOf(
    [column('a'), column('b', { sheet: 2 })],
    ({ sheet }) => (sheet === 1 ? 'one' : undefined),
    described,
  )
  assert.deepEqual(
    loadedGraph.columns.map(({ id }) => id),
    ['a'],
  )
})
