import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../refusal.ts'
import { Graph, type SheetColumn } from '../graph/index.ts'
import { oneRow, rowsBetween } from '../rows/index.ts'
import type { CellStatus } from '../states/index.ts'
import {
  affectedColumns,
  type CellRange,
  decideOperation,
  mayKeep,
  readinessCheck,
  rowsAdded,
  rowsShifted,
  selectCells,
  selectOperation,
  staleAfter,
  structureEffects,
} from './index.ts'

const column = (id: string, reads: readonly string[] = [], rest: Partial<SheetColumn> = {}): SheetColumn => ({
  id,
  sheet: 's',
  title: id.toUpperCase(),
  rank: id.charCodeAt(0),
  kind: reads.length > 0 ? 'computed' : 'input',
  references: reads.map((target, position) => ({ key: 'sources', meta: { position }, target })),
  submitted: [],
  seesRow: false,
  acceptsFailed: false,
  seesTitles: false,
  system: false,
  definition: id,
  ...rest,
})

/** a -> b -> c in one sheet; m mirrors c in another, n reads it there; g sums b up, h reads g. */
const columns = [
  column('a'),
  column('b', ['A']),
  column('c', ['B']),
  column('x', ['A']),
  column('g', ['B'], { kind: 'aggregate' }),
  column('h', ['G']),
  column('m', ['c'], { sheet: 't', kind: 'mirror' }),
  column('n', ['M'], { sheet: 't' }),
]
const graph = new Graph(columns)
const named = (ranges: readonly CellRange[]) =>
  Object.fromEntries(ranges.map(({ column: id, rows }) => [id, rows]))
const status = (state: CellStatus['state']): CellStatus => ({ state, resting: 'STALE', awaiting: false })

describe('staleAfter', () => {
  it('reaches the same rows downstream, all rows after an aggregate, and no mirror', () => {
    const row = oneRow(7)
    const stale = staleAfter(graph, [{ column: 'a', rows: row }])
    assert.deepEqual(named(stale), { b: row, c: row, x: row, n: row, g: 'all', h: 'all' })
    assert.equal(stale.find((range) => range.column === 'n')!.sheet, 't')
    const ids = stale.map((range) => range.column)
    assert.ok(ids.indexOf('b') < ids.indexOf('c'))
  })

  it('unites the rows of several edits', () => {
    const stale = staleAfter(graph, [
      { column: 'a', rows: oneRow(1) },
      { column: 'b', rows: oneRow(2) },
    ])
    assert.deepEqual(named(stale)['c'], rowsBetween(1, 3))
    assert.deepEqual(named(stale)['x'], oneRow(1))
    assert.deepEqual(staleAfter(graph, [{ column: 'a', rows: [] }]), [])
  })
})

describe('structureEffects', () => {
  it('a new title has no effect unless values contain titles', () => {
    const renamed = (rest: Partial<SheetColumn>) =>
      structureEffects(
        new Graph([column('a'), column('b', ['a'], rest), column('c', ['b'])]),
        new Graph([column('a', [], { title: 'New' }), column('b', ['a'], rest), column('c', ['b'])]),
        true,
      )
    assert.deepEqual(affectedColumns(renamed({})), [])
    assert.deepEqual(affectedColumns(renamed({ seesTitles: true })), ['b', 'c'])
  })

  it('reconfigures the column, makes its readers stale, and creates and queues new columns', () => {
    const after = [
      ...columns.map((column) => (column.id === 'b' ? { ...column, definition: 'other' } : column)),
      column('z', ['A']),
    ]
    const effects = structureEffects(graph, new Graph(after), true)
    assert.deepEqual(named(effects.reconfigured), { b: 'all' })
    assert.deepEqual(named(effects.stale), { c: 'all', g: 'all', h: 'all', n: 'all' })
    assert.deepEqual(named(effects.created), { z: 'all' })
    assert.deepEqual(named(effects.queue), { z: 'all' })
  })

  it('reconfigures the readers of a deleted column', () => {
    const effects = structureEffects(graph, new Graph(columns.filter(({ id }) => id !== 'a')), true)
    assert.deepEqual(affectedColumns(effects).sort(), ['b', 'c', 'g', 'h', 'n', 'x'])
    assert.deepEqual(effects.queue, [])
  })

  it('reconfigures code when a column comes or goes on its left', () => {
    const code = column('k', [], { kind: 'computed', seesRow: true })
    const before = new Graph([column('a'), code])
    assert.deepEqual(
      affectedColumns(structureEffects(before, new Graph([column('a'), column('b'), code]), true)),
      ['k'],
    )
    assert.deepEqual(
      affectedColumns(structureEffects(before, new Graph([column('a'), code, column('z')]), true)),
      [],
    )
  })
})

describe('rows', () => {
  it('creates stale cells for new rows and queues none', () => {
    const effects = rowsAdded(graph, 's', 10, 12)
    const rows = rowsBetween(10, 12)
    assert.deepEqual(named(effects.created), { b: rows, c: rows, h: rows, x: rows })
    assert.deepEqual(named(effects.stale), { n: rows, g: 'all', h: 'all' })
    assert.deepEqual(effects.queue, [])
  })

  it('makes references across sheets by index stale, and aggregates', () => {
    assert.deepEqual(named(rowsShifted(graph, 's', 3, 10, 9).stale), {
      g: 'all',
      h: 'all',
      n: rowsBetween(3, 10),
    })
    assert.deepEqual(named(rowsShifted(graph, 't', 3, 10, 9).stale), { n: rowsBetween(3, 9) })
  })
})

describe('readinessCheck', () => {
  const check = readinessCheck(
    new Graph([column('a'), column('b', ['a']), column('c', ['a', 'b']), column('d', ['b', 'c'])]),
    'd',
  )
  const planWith = (b: CellStatus['state'], c: CellStatus['state']) =>
    check((id) => status(id === 'b' ? b : c)).kind

  it('checks every input', () => {
    assert.equal(planWith('COMPLETED', 'COMPLETED'), 'ready')
    assert.equal(planWith('COMPLETED', 'DISPATCHED'), 'waiting')
    assert.equal(planWith('STALE', 'DISPATCHED'), 'blocked')
    assert.equal(planWith('QUEUED', 'STALE'), 'blocked')
    assert.equal(planWith('FAILED', 'FAILED'), 'failed')
  })

  it('fails a cell only if no input is pending or stale', () => {
    assert.equal(planWith('FAILED', 'DISPATCHED'), 'waiting')
    assert.equal(planWith('QUEUED', 'FAILED'), 'waiting')
    assert.equal(planWith('STALE', 'FAILED'), 'blocked')
    assert.equal(planWith('FAILED', 'STALE'), 'blocked')
  })

  it('names the failed source, or the problem of the column itself', () => {
    const failed = check((id) => status(id === 'c' ? 'FAILED' : 'COMPLETED'))
    assert.ok(failed.kind === 'failed' && failed.cause === 'c' && /"C" failed/.test(failed.message))
    const broken = readinessCheck(new Graph([column('b', ['gone'])]), 'b')(() => status('COMPLETED'))
    assert.ok(broken.kind === 'failed' && /no such column/.test(broken.message))
  })
})

describe('selectOperation', () => {
  const ask = (request: Partial<Parameters<typeof selectOperation>[2]>) =>
    selectOperation(graph, 's', { columnIds: null, rowIndexes: null, states: null, ...request }, 10)
  const refused = (request: Parameters<typeof ask>[0], pattern: RegExp) =>
    assert.throws(
      () => ask(request),
      (error) => error instanceof Refusal && error.code === 'bad_request' && pattern.test(error.message),
    )

  it('takes stale cells of every computed column of the sheet by default', () => {
    assert.deepEqual(
      ask({}).map((range) => [range.column, range.rows, range.states]),
      [
        ...['b', 'c'].map((id) => [id, 'all', ['STALE']]),
        ...['g', 'h', 'x'].map((id) => [id, 'all', ['STALE']]),
      ].sort(byOrder),
    )
    assert.deepEqual(ask({ states: [] })[0]!.states, ['STALE', 'COMPLETED', 'FAILED'])
    assert.deepEqual(ask({ states: ['DISPATCHED'] }), [])
    assert.deepEqual(ask({ rowIndexes: [] }), [])
  })

  it('includes stale upstream cells of the same rows', () => {
    const selected = ask({ columnIds: ['c'], rowIndexes: [2], states: ['FAILED'] })
    assert.deepEqual(
      selected.map((range) => [range.column, range.states]),
      [
        ['b', ['STALE']],
        ['c', ['FAILED']],
      ],
    )
    assert.deepEqual(selected[0]!.rows, oneRow(2))
  })

  it('refuses text columns and unknown columns and rows', () => {
    refused({ columnIds: ['a'] }, /"A" is TEXT/)
    refused({ columnIds: ['nope'] }, /no column nope/)
    refused({ columnIds: ['n'] }, /no column n/)
    refused({ rowIndexes: [0, 10] }, /no row 10/)
  })

  const byOrder = (p: unknown[], q: unknown[]) =>
    graph.order.indexOf(p[0] as string) - graph.order.indexOf(q[0] as string)
})

describe('selectCells', () => {
  it('takes the cells in any state, their unready upstream, and nothing else', () => {
    const selected = selectCells(graph, 's', [{ column: 'c', row: 4 }])
    assert.deepEqual(
      selected.map(({ column: id, rows, states }) => [id, rows, states]),
      [
        ['b', oneRow(4), ['STALE', 'FAILED']],
        ['c', oneRow(4), ['STALE', 'COMPLETED', 'FAILED']],
      ],
    )
    assert.throws(() => selectCells(graph, 's', [{ column: 'a', row: 0 }]), Refusal)
  })
})

it('mayKeep is false after a forced run', () => {
  assert.equal(mayKeep(status('QUEUED')), true)
  assert.equal(mayKeep({ state: 'QUEUED', resting: 'COMPLETED', awaiting: false }), false)
  assert.equal(mayKeep({ state: 'STALE', resting: 'STALE', awaiting: true }), false)
  assert.equal(mayKeep(status('DISPATCHED')), true)
  assert.equal(mayKeep(status('COMPLETED')), false)
})

it('decideOperation requires one confirmation above the threshold', () => {
  assert.deepEqual(
    [
      decideOperation(0, false),
      decideOperation(1_000, false),
      decideOperation(1_001, false),
      decideOperation(1_001, true),
    ],
    ['nothing', 'run', 'confirm', 'run'],
  )
})
