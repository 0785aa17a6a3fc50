import { randomUUIDv7 } from 'node:crypto'
import type { SelectedRange } from '../../engine/sheet/index.ts'
import type { Context } from '../context.ts'
import { type Database, queryTogether, type SheetOperationRow, type SheetRow, type Tx } from '../db/index.ts'
import {
  beginningChange,
  type LoadedSheet,
  loadSheet,
  recordOperation,
  type SheetAddress,
} from '../sheets/storage/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { countRows, hasExternalCalls, mergedRanges } from './batches.ts'
import { changesSince, isUnaffectedBy } from './changes-since-read.ts'
import { ChangedSinceRead, computeUnqueued, storeUnqueued, type UnqueuedResults } from './compute-unqueued.ts'
import { type LoadedBatch, loadBatch } from './load-batch.ts'
import { insertOperation } from './operations/operation-queries.ts'
import { resolver } from './resolver.ts'
import { newOperation, type RunScope, selectionsOf } from './start-run.ts'

/** Maximum cells that are computed within a call; for so few a job is not worth its commits. */
const maxCells = 200
/**
 * Milliseconds after which the cells are left to a job. A few cells take one or two; the limit is higher for machines
 * whose cores are busy, where a job would take even longer.
 */
const maxMilliseconds = 100

export interface ChosenCells {
  readonly selected: readonly SelectedRange[]
  readonly scope: RunScope
}

/** A finished run. */
export interface AtOnce {
  readonly sheet: SheetRow
  readonly batch: LoadedBatch
  readonly operation: SheetOperationRow
  /** Number of cells that were not stored before. */
  readonly virtual: number
}

/**
 * Computes a few cells without external calls within the HTTP call. One commit stores the operation and its values. If
 * that is not possible or cells changed meanwhile, nothing is written, the result is null, and the caller queues the
 * cells.
 */
export async function runAtOnce<C extends ChosenCells, A>(
  context: Context,
  workspace: WorkspaceId,
  address: SheetAddress,
  choose: (db: Database, loaded: LoadedSheet) => C | Promise<C>,
  answer: (tx: Tx, results: AtOnce, choice: C) => Promise<A>,
): Promise<A | null> {
  const { store, config } = context
  if (config.role === 'api') return null
  const loaded = await loadSheet(store.db, workspace, address)
  const choice = await choose(store.db, loaded)
  const { selected, scope } = choice
  const unqueued = await computeChosen(context, workspace, loaded, selected)
  if (!unqueued || unqueued.count === 0) return null
  try {
    return await store.transact(async (tx) =>
      answer(tx, await save(tx, context, workspace, unqueued, scope), choice),
    )
  } catch (error) {
    if (error instanceof ChangedSinceRead) return null
    throw error
  }
}

async function computeChosen(
  context: Context,
  workspace: WorkspaceId,
  loaded: LoadedSheet,
  selected: readonly SelectedRange[],
): Promise<UnqueuedResults | null> {
  const { store } = context
  const { sheet, byId } = loaded
  const columns = [...new Set(selected.map(({ column }) => byId.get(column)!.number))]
  if (loaded.sheets.size > 1 || hasExternalCalls(loaded, columns) || !isFew(sheet, selected)) return null
  const selections = await selectionsOf(store.db, loaded, selected)
  const rows = mergedRanges(selections.flatMap((cells) => cells.rows))
  if (rows.length === 0 || countRows(rows) * columns.length > maxCells) return null
  const resolve = resolver(context, workspace)
  const batchAddress = { sheet: sheet.number, execution: null, rows, columns }
  const batch = await loadBatch(store, workspace, batchAddress, resolve, loaded)
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), maxMilliseconds)
  try {
    return batch && (await computeUnqueued(batch, selections, stop.signal))
  } catch (error) {
    if (stop.signal.aborted) return null
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** This is checked before rows are read, because it limits how many are read. */
function isFew({ row_count }: SheetRow, selected: readonly SelectedRange[]): boolean {
  let cells = 0
  for (const { rows } of selected)
    if (rows === 'all') cells += row_count
    else for (const { from, to } of rows) cells += to - from
  return cells <= maxCells
}

async function save(
  tx: Tx,
  context: Context,
  workspace: WorkspaceId,
  unqueued: UnqueuedResults,
  scope: RunScope,
): Promise<AtOnce> {
  const { store, now } = context
  const { batch, count, unstored } = unqueued
  const [change, changes] = await queryTogether(tx, [
    beginningChange(tx, workspace, batch.plan.loaded.sheet.number, now()),
    changesSince(tx, batch),
  ])
  const [sheet] = change.rows
  if (!sheet || sheet.deleted_at !== null || !isUnaffectedBy(changes.rows, batch, sheet))
    throw new ChangedSinceRead()
  const id = randomUUIDv7()
  const setting = {
    store,
    workspace,
    operation: id,
    execution: id,
    resolve: resolver(context, workspace),
    now,
  }
  const { completed, failed } = await storeUnqueued(tx, setting, sheet, unqueued)
  const operation = {
    ...newOperation(sheet, id, count, scope),
    status: 'completed',
    completed,
    failed,
    released: count - completed - failed,
  }
  await insertOperation(tx, operation)
  await recordOperation(tx, sheet, id)
  return { sheet, batch, operation, virtual: [...unstored.values()].reduce((sum, cells) => sum + cells, 0) }
}
