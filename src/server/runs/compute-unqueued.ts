import type { SheetRow, Tx } from '../db/index.ts'
import { Pace } from '../pacing/pace.ts'
import { BatchCell, type BatchRow, unstoredCell } from './batch-cell.ts'
import { type BatchResults, type CommitSetting, commitResults } from './commit.ts'
import { type SerializedValues, serializeValues } from './commit-queries.ts'
import { Evaluation } from './evaluation.ts'
import type { LoadedBatch } from './load-batch.ts'
import type { Outcome, PlannedCell } from './outcome.ts'
import type { CellSelection } from './queue-queries.ts'
import { addStoredCells, type Tallied } from './run-queries.ts'

/** Rolls back a change because cells have changed since they were read. Jobs must compute the cells. */
export class ChangedSinceRead extends Error {}

/** Results of cells that were computed without queueing. A change writes them if the cells are unchanged. */
export interface UnqueuedResults {
  readonly batch: LoadedBatch
  readonly count: number
  /** Number of cells that were not stored before, by column number. */
  readonly unstored: ReadonlyMap<number, number>
  readonly results: BatchResults
  readonly serialized: SerializedValues
}

/** Computes cells without queueing. Null if cells need external calls, wait for another run, or are mirrored in other sheets. */
export async function computeUnqueued(
  batch: LoadedBatch,
  selections: readonly CellSelection[],
  signal: AbortSignal,
): Promise<UnqueuedResults | null> {
  // Mirrors in other sheets would require changes of those sheets.
  if (batch.plan.loaded.sheets.size > 1) return null
  const opened = openCells(batch, selections)
  const results = await evaluate(batch, signal)
  if (results?.outcomes.length !== opened.count) return null
  return { ...opened, batch, results, serialized: await serializeValues(results.outcomes) }
}

/** Writes the results in a change that has found the cells unchanged. */
export async function storeUnqueued(
  tx: Tx,
  setting: Omit<CommitSetting, 'loaded' | 'begun' | 'mayGiveUp'>,
  sheet: SheetRow,
  { batch, unstored, results, serialized }: UnqueuedResults,
): Promise<Tallied> {
  const { workspace_id, number } = sheet
  for (const [column, added] of unstored)
    await addStoredCells(tx, { workspace_id, sheet: number, number: column }, added)
  const { loaded } = batch.plan
  const tally = await commitResults(tx, { ...setting, loaded, begunChange: { sheet, serialized } }, results)
  if (!tally) throw new ChangedSinceRead()
  return tally
}

/** Opens the selected cells in memory. Returns their number, and for each column how many are not stored yet. */
function openCells({ plan, rows }: LoadedBatch, selections: readonly CellSelection[]) {
  const unstored = new Map<number, number>()
  let count = 0
  for (const { columns, states, rows: ranges } of selections) {
    const selected = plan.columns.filter(({ row }) => columns.includes(row.number))
    for (const row of rows) {
      if (!ranges.some(([from, to]) => row.id >= from && row.id <= to)) continue
      for (const { slot, row: column } of selected) {
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

/** Computes all open cells; null if one needs an external call. */
async function evaluate({ plan, rows }: LoadedBatch, signal: AbortSignal) {
  const outcomes: Outcome[] = []
  const newlyStale: PlannedCell[] = []
  const revived = new Set<number>()
  let needsCalls = false
  const rejectCall = () => {
    needsCalls = true
    return Promise.reject(new ChangedSinceRead())
  }
  const evaluation = new Evaluation(plan, {
    record: (outcome) => outcomes.push(outcome),
    markStale: (cell) => newlyStale.push(cell),
    markRevived: (row: BatchRow) => revived.add(row.id),
    satisfy: rejectCall,
    paidCalls: () => {
      throw new ChangedSinceRead()
    },
    findCached: rejectCall,
    fail: () => {
      needsCalls = true
    },
    idle: () => {},
  })
  const pace = new Pace()
  for (const row of rows) {
    evaluation.advance(row)
    if (needsCalls || evaluation.underWay > 0) break
    await pace.pause()
    signal.throwIfAborted()
  }
  await evaluation.finished()
  return needsCalls ? null : { outcomes, newlyStale, revived }
}
