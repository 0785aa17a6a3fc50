import type { SheetRow, Tx } from '../db/index.ts'
import { Pace } from '../pace.ts'
import { addStoredCells } from '../sheets/index.ts'
import { BatchCell, type BatchRow, unstoredCell } from './batch-cell.ts'
import { type CommitSetting, commitResults, type Gathered } from './commit.ts'
import { type WholePortion, wholePortion } from './commit-queries.ts'
import { Evaluation } from './evaluate.ts'
import type { LoadedBatch } from './load-batch.ts'
import type { Outcome } from './outcome.ts'
import type { CellsAsked } from './queue-queries.ts'
import type { Tallied } from './run-queries.ts'
import type { Outdated } from './surroundings.ts'

/** Thrown to undo the change that was to write the results: they have to be computed the usual way. */
export class NotAsRead extends Error {}

/** What cells that were read come to without being queued; for a change that finds them as they were read. */
export interface Unqueued {
  readonly batch: LoadedBatch
  readonly count: number
  /** Cells that were never stored, by the number of their column. */
  readonly unstored: ReadonlyMap<number, number>
  readonly results: Gathered
  readonly whole: WholePortion
}

/** Null where cells need something from outside, wait for another run, or are shown by other sheets. */
export async function computeUnqueued(
  batch: LoadedBatch,
  asked: readonly CellsAsked[],
  signal: AbortSignal,
): Promise<Unqueued | null> {
  // What other sheets show of the cells may be changed there.
  if (batch.plan.loaded.sheets.size > 1) return null
  const opened = openCells(batch, asked)
  const results = await evaluate(batch, signal)
  if (results?.outcomes.length !== opened.count) return null
  return { ...opened, batch, results, whole: await wholePortion(results.outcomes) }
}

/** Within the change that has found everything as it was read. */
export async function storeUnqueued(
  tx: Tx,
  setting: Omit<CommitSetting, 'loaded' | 'begun' | 'mayGiveUp'>,
  sheet: SheetRow,
  { batch, unstored, results, whole }: Unqueued,
): Promise<Tallied> {
  const { workspace_id, number } = sheet
  for (const [column, added] of unstored)
    await addStoredCells(tx, { workspace_id, sheet: number, number: column }, added)
  const { loaded } = batch.plan
  const tally = await commitResults(tx, { ...setting, loaded, begun: { sheet, whole } }, results)
  if (!tally) throw new NotAsRead()
  return tally
}

/** What queueing would take up; how many cells, and how many of each column were never stored. */
function openCells({ plan, rows }: LoadedBatch, asked: readonly CellsAsked[]) {
  const unstored = new Map<number, number>()
  let count = 0
  for (const { columns, states, rows: ranges } of asked) {
    const meant = plan.columns.filter(({ row }) => columns.includes(row.number))
    for (const row of rows) {
      if (!ranges.some(([from, to]) => row.id >= from && row.id <= to)) continue
      for (const { slot, row: column } of meant) {
        let cell = row.cells[slot]
        if (!cell) {
          if (!states.includes('STALE')) continue
          cell = new BatchCell(unstoredCell(row.id, column.number), null)
          row.cells[slot] = cell
          unstored.set(column.number, (unstored.get(column.number) ?? 0) + 1)
        } else if (!states.includes(cell.state)) continue
        if (cell.move('take')) count++
      }
    }
  }
  return { count, unstored }
}

/** Null when a cell needs something from outside. */
async function evaluate({ plan, rows }: LoadedBatch, signal: AbortSignal) {
  const outcomes: Outcome[] = []
  const outdated: Outdated[] = []
  const revived = new Set<number>()
  let needs = false
  const refuse = () => {
    needs = true
    return Promise.reject(new NotAsRead())
  }
  const evaluation = new Evaluation(plan, {
    settle: (outcome) => outcomes.push(outcome),
    outdate: (cell) => outdated.push(cell),
    reconsider: (row: BatchRow) => revived.add(row.id),
    satisfy: refuse,
    paidCalls: () => {
      throw new NotAsRead()
    },
    findCached: refuse,
    broken: () => {
      needs = true
    },
    rest: () => {},
  })
  const pace = new Pace()
  for (const row of rows) {
    evaluation.advance(row)
    if (needs || evaluation.underWay > 0) break
    await pace.pause()
    signal.throwIfAborted()
  }
  await evaluation.finished()
  return needs ? null : { outcomes, outdated, revived }
}
