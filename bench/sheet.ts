import {
  DEFAULT_TOKENS,
  Graph,
  inputHasher,
  NEW_CELL,
  oneRow,
  readinessCheck,
  rowsBetween,
  rowsOf,
  SheetTally,
  selectOperation,
  staleAfter,
  structureEffects,
  transition,
} from '../src/engine/sheet/index.ts'
import { percentile } from './statistics.ts'
import { cellsPerSecond, columns, ROWS, recalculate } from './tables/pure.ts'

/** Measures the engine of sheets alone, without a store: 100,000 rows x 30 columns. */

const graph = new Graph(columns)
const other = new Graph(
  columns.map((column) => (column.rank === 12 ? { ...column, definition: 'x' } : column)),
)

show('make the graph of 30 columns', 2_000, () => new Graph(columns).order.length)
show(
  'plan of one edited cell',
  200_000,
  (at) => staleAfter(graph, [{ column: 'column-3', rows: oneRow(at % ROWS) }]).length,
)
show('plan of 1,000 edited cells', 2_000, (at) => {
  const rows = rowsOf(Array.from({ length: 1_000 }, (_, row) => (row * 97 + at) % ROWS))
  return staleAfter(graph, [{ column: 'column-3', rows }]).length
})
show(
  'plan of 100,000 imported rows',
  50_000,
  () =>
    staleAfter(
      graph,
      columns.slice(0, 10).map(({ id }) => ({ column: id, rows: rowsBetween(0, ROWS) })),
    ).length,
)
show('plan of one changed column', 5_000, () => structureEffects(graph, other, true).stale.length)
show(
  'selection of an operation',
  50_000,
  () => selectOperation(graph, 'sheet', { columnIds: null, rowIndexes: null, states: null }, ROWS).length,
)

const ready = readinessCheck(graph, 'column-29')
const done = { state: 'COMPLETED', resting: 'COMPLETED', awaiting: false } as const
show('readiness of a cell that sees the row', 500_000, () => Number(ready(() => done).kind === 'ready'))
show('transition', 3_000_000, () => Number(transition(NEW_CELL, 'queue')?.state === 'QUEUED'))

const hasher = inputHasher({
  definition: columns[12]!.definition,
  resolved: {},
  model: null,
  evaluator: null,
  titles: [],
})
show(
  'input hash of 50 characters',
  1_000_000,
  (at) => hasher.hash([`a text of some fifty characters in row number ${at}`]).length,
)
const long = 'word '.repeat(2_000)
show('input hash of 10,000 characters', 10_000, (at) => hasher.hash([long, at]).length)

perCell('recalculation of 100,000 rows x 5 columns', recalculate)
perCell('score of 100,000 rows x 5 columns', score)

function score(): number {
  const rules = { type: 'auto', tokens: DEFAULT_TOKENS, assertions: 'mean', meaning: 'by-value' } as const
  const tally = new SheetTally([rules, rules, rules, rules, rules])
  for (let row = 0; row < ROWS; row++) {
    const values = [row % 3 === 0, row % 7, 'pass', 0.5, null]
    tally.addRow(values.map((value) => ({ state: 'COMPLETED', value })))
  }
  return 5 * tally.result().totalRows
}

/** Prints the median and p99 of batches, in nanoseconds or microseconds per call. */
function show(name: string, calls: number, run: (at: number) => number): void {
  const batch = Math.max(1, Math.floor(calls / 100))
  const times: number[] = []
  let sink = 0
  for (let round = 0; round < 100; round++) {
    const started = performance.now()
    for (let index = 0; index < batch; index++) sink += run(round * batch + index)
    times.push(((performance.now() - started) * 1_000) / batch)
  }
  times.sort((a, b) => a - b)
  const [middle, slow] = [percentile(times, 0.5), percentile(times, 0.99)]
  console.log(
    `${name.padEnd(44)} ${middle.toFixed(2).padStart(10)} µs   p99 of batches ${slow.toFixed(2).padStart(9)} µs${sink < 0 ? '!' : ''}`,
  )
}

function perCell(name: string, run: () => number): void {
  console.log(
    `${name.padEnd(44)} ${Math.round(cellsPerSecond(run)).toLocaleString('en').padStart(10)} cells/s`,
  )
}
