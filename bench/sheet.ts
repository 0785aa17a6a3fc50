import {
  DEFAULT_TOKENS,
  eachRow,
  Graph,
  inputHasher,
  NEW_CELL,
  oneRow,
  readinessCheck,
  rowsBetween,
  rowsOf,
  type SheetColumn,
  SheetTally,
  sameValue,
  selectOperation,
  staleAfter,
  structureEffects,
  transition,
} from '../src/engine/sheet/index.ts'
import { median, percentile } from './statistics.ts'

/** Pure figures of the sheet's engine, without a store: a sheet of 100,000 rows x 30 columns. */
const ROWS = 100_000
const COLUMNS = 30

const columns = Array.from(
  { length: COLUMNS },
  (_, place): SheetColumn => ({
    id: `column-${place}`,
    sheet: 'sheet',
    title: `Column ${place}`,
    rank: place,
    kind: place < 10 ? 'input' : 'computed',
    references: place < 10 ? [] : [{ key: 'source', target: `Column ${place - 10}` }],
    submitted: [],
    seesRow: place % 10 === 9 && place > 10,
    acceptsFailed: false,
    seesTitles: false,
    system: false,
    definition: `COUNT {"type":"words"} ${place}`,
  }),
)

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

/** The engine's part of a recalculation: order, readiness, hash, a cheap function, equality, moves. */
function recalculate(): number {
  const chain = columns.slice(10, 15)
  const texts = Array.from({ length: ROWS }, (_, row) => `some words of row ${row} that are counted`)
  const values = new Map(
    columns.map(({ id }) => [id, id === 'column-0' ? texts : new Array<string | number>(ROWS).fill('a b c')]),
  )
  const states = new Map(chain.map(({ id }) => [id, new Array<typeof NEW_CELL>(ROWS).fill(NEW_CELL)]))
  const hashes = new Map(chain.map(({ id }) => [id, new Array<string>(ROWS)]))
  const selected = selectOperation(
    graph,
    'sheet',
    { columnIds: chain.map(({ id }) => id), rowIndexes: null, states: null },
    ROWS,
  )
  let cells = 0
  for (const { column, rows } of selected) {
    const check = readinessCheck(graph, column)
    const [input] = graph.inputs(column)
    const hash = inputHasher({ definition: column, resolved: {}, model: null, evaluator: null, titles: [] })
    const [read, written, state, stored] = [
      values.get(input!)!,
      values.get(column)!,
      states.get(column)!,
      hashes.get(column)!,
    ]
    for (const row of eachRow(rows, ROWS)) {
      if (check(() => done).kind !== 'ready') continue
      let status = transition(transition(transition(state[row]!, 'queue')!, 'dispatch')!, 'start')!
      const text = read[row]!
      const value = String(text).split(' ').length
      stored[row] = hash.hash([text])
      status = transition(status, sameValue(written[row]!, value) ? 'finish same' : 'finish changed')!
      state[row] = status
      written[row] = value
      cells++
    }
  }
  return cells
}

function score(): number {
  const rules = { type: 'auto', tokens: DEFAULT_TOKENS, assertions: 'mean', meaning: 'by-value' } as const
  const tally = new SheetTally([rules, rules, rules, rules, rules])
  for (let row = 0; row < ROWS; row++) {
    const values = [row % 3 === 0, row % 7, 'pass', 0.5, null]
    tally.addRow(values.map((value) => ({ state: 'COMPLETED', value })))
  }
  return 5 * tally.result().totalRows
}

/** The median and p99 of batches, in nanoseconds or microseconds for each call. */
function show(name: string, calls: number, run: (at: number) => number): void {
  const batch = Math.max(1, Math.floor(calls / 100))
  const times: number[] = []
  let sink = 0
  for (let round = 0; round < 100; round++) {
    const started = performance.now()
    for (let at = 0; at < batch; at++) sink += run(round * batch + at)
    times.push(((performance.now() - started) * 1_000) / batch)
  }
  times.sort((a, b) => a - b)
  const [middle, slow] = [percentile(times, 0.5), percentile(times, 0.99)]
  console.log(
    `${name.padEnd(44)} ${middle.toFixed(2).padStart(10)} µs   p99 of batches ${slow.toFixed(2).padStart(9)} µs${sink < 0 ? '!' : ''}`,
  )
}

/** The median of seven runs by processor time of all threads, as neighbours share the cores. */
function perCell(name: string, run: () => number): void {
  const rounds = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    const cells = run()
    const { user, system } = process.cpuUsage(before)
    return (cells * 1_000_000) / (user + system)
  })
  console.log(`${name.padEnd(44)} ${Math.round(median(rounds)).toLocaleString('en').padStart(10)} cells/s`)
}
