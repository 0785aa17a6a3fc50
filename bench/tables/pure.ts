import {
  eachRow,
  Graph,
  inputHasher,
  NEW_CELL,
  readinessCheck,
  type SheetColumn,
  sameValue,
  selectOperation,
  transition,
} from '../../src/engine/sheet/index.ts'
import { atLeast } from '../report.ts'
import { median } from '../statistics.ts'
import type { Figure } from './measures.ts'

/** Rows of the measured sheet, which has 30 columns and no store. */
export const ROWS = 100_000
const COLUMNS = 30

export const columns = Array.from(
  { length: COLUMNS },
  (_, index): SheetColumn => ({
    id: `column-${index}`,
    sheet: 'sheet',
    title: `Column ${index}`,
    rank: index,
    kind: index < 10 ? 'input' : 'computed',
    references: index < 10 ? [] : [{ key: 'source', target: `Column ${index - 10}` }],
    submitted: [],
    seesRow: index % 10 === 9 && index > 10,
    acceptsFailed: false,
    seesTitles: false,
    system: false,
    definition: `COUNT {"type":"words"} ${index}`,
  }),
)

const graph = new Graph(columns)
const done = { state: 'COMPLETED', resting: 'COMPLETED', awaiting: false } as const

/** Runs the engine's part of a recalculation: order, readiness, hash, a cheap function, equality, moves. */
export function recalculate(): number {
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
      const status = transition(transition(state[row]!, 'queue')!, 'dispatch')!
      const text = read[row]!
      const value = String(text).split(' ').length
      stored[row] = hash.hash([text])
      state[row] = transition(status, 'complete')!
      if (!sameValue(written[row]!, value)) written[row] = value
      cells++
    }
  }
  return cells
}

/** The median of seven runs, by processor time of all threads, because other processes share the cores. */
export function cellsPerSecond(run: () => number): number {
  const rounds = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    const cells = run()
    const { user, system } = process.cpuUsage(before)
    return (cells * 1_000_000) / (user + system)
  })
  return median(rounds)
}

export function pureEngine(): Figure {
  const rate = cellsPerSecond(recalculate)
  return {
    name: 'the pure engine on 100,000 x 5 cells',
    text: `${Math.round(rate).toLocaleString('en')} cells/s`,
    bars: [atLeast(1_000_000, rate)],
  }
}
