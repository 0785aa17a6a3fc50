import type { Context } from '../../context.ts'
import { type Tx, together } from '../../db/index.ts'
import type { Lease } from '../../jobs/index.ts'
import { Pace } from '../../pace.ts'
import { addStoredCells } from '../column-queries.ts'
import { beginningChange } from '../sheet-queries.ts'
import { BatchCell, type BatchRow, unstoredCell } from './batch-cell.ts'
import { commitResults } from './commit.ts'
import { wholePortion } from './commit-queries.ts'
import { Evaluation, type Outdated } from './evaluate.ts'
import { type LoadedBatch, loadBatch } from './load-batch.ts'
import type { Outcome } from './outcome.ts'
import type { CellsAsked } from './queue-queries.ts'
import { resolver } from './resolver.ts'
import type { QueuePayload } from './run-jobs.ts'
import {
  beginPortion,
  countFinished,
  finishBatch,
  lookingIfNarrowed,
  markingBatch,
  markingPortion,
} from './run-queries.ts'
import { changesSince, isUntouchedBy } from './untouched.ts'

/** Thrown to undo the change that was to write the results: they have to be computed the usual way. */
class NotAsRead extends Error {}
/** Thrown to undo a change that has nothing to do: the portion was written before. */
class Written extends Error {}

/**
 * Computes a portion of cells that wait for nobody without queueing them, and stores them in one change: half the
 * writing of a large run. Only where that change finds everything as it was read; otherwise, or when a cell has to
 * wait for another run, nothing has happened and the answer is false.
 */
export async function computePortion(context: Context, lease: Lease): Promise<boolean> {
  const { store, now } = context
  const { workspace } = lease
  const payload = lease.payload as QueuePayload
  const { operation, execution, sheet, columns } = payload
  const resolve = resolver(context, workspace)
  const rows = payload.batches.flatMap((batch) => batch.rows)
  const batch = await loadBatch(store.db, workspace, { sheet, execution: null, rows, columns }, resolve)
  // What other sheets show of the cells may be changed there.
  if (!batch || batch.plan.loaded.sheets.size > 1) return false
  const opened = openCells(batch, payload.asked)
  const results = await evaluate(batch, lease.signal)
  if (results?.outcomes.length !== opened.count) return false
  const { loaded } = batch.plan
  const setting = { store, workspace, operation, execution, loaded, resolve, now }
  const whole = wholePortion(results.outcomes)
  try {
    await lease.finish(async (tx) => {
      if (opened.count === 0) return passOver(tx, context, lease)
      const { sheet, finished } = await begin(tx, context, lease, batch)
      for (const [column, added] of opened.unstored)
        await addStoredCells(tx, { workspace_id: workspace, sheet: sheet.number, number: column }, added)
      await commitResults(tx, { ...setting, begun: { sheet, whole } }, results)
      await countFinished(tx, workspace, operation, finished, now())
    })
    return true
  } catch (error) {
    if (error instanceof NotAsRead) return false
    if (error instanceof Written) return true
    throw error
  }
}

/** A portion without any cell to compute changes nothing of the sheet. */
async function passOver(tx: Tx, { now }: Context, { workspace, payload }: Lease) {
  const { operation, portion, batches } = payload as QueuePayload
  if (!(await beginPortion(tx, workspace, operation, portion))) throw new Written()
  if (await lookingIfNarrowed(tx, workspace, operation).executeTakeFirst()) throw new NotAsRead()
  for (const { number } of batches) await finishBatch(tx, workspace, operation, number, now())
}

/** All that the change has to know before it writes, asked at once: the writer waits for the answers. */
async function begin(tx: Tx, { store, now }: Context, { workspace, payload }: Lease, batch: LoadedBatch) {
  const { operation, portion, sheet, batches } = payload as QueuePayload
  const [first, narrowed, change, changes, ...marks] = await together(tx, store.dialect, [
    markingPortion(tx, workspace, operation, portion),
    lookingIfNarrowed(tx, workspace, operation),
    beginningChange(tx, workspace, sheet, now()),
    changesSince(tx, batch),
    ...batches.map(({ number }) => markingBatch(tx, workspace, operation, number)),
  ])
  if (!hasChanged(first)) throw new Written()
  const [begun] = change.rows
  if (narrowed.rows.length > 0 || !begun || begun.deleted_at !== null) throw new NotAsRead()
  if (!isUntouchedBy(changes.rows, batch, begun)) throw new NotAsRead()
  return { sheet: begun, finished: marks.filter(hasChanged).length }
}

const hasChanged = ({ numAffectedRows }: { readonly numAffectedRows?: bigint }) =>
  numAffectedRows !== undefined && numAffectedRows > 0n

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
        } else if (!states.includes(cell.state) || cell.awaiting) continue
        cell.open()
        count++
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
