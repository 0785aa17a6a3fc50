import { randomUUIDv7 } from 'node:crypto'
import type { CellState, SelectedRange } from '../../engine/sheet/index.ts'
import type { Database, SheetOperationRow, SheetRow, Tx } from '../db/index.ts'
import type { Actor } from '../http/caller.ts'
import { watchRun } from '../inbox/index.ts'
import type { Jobs } from '../jobs/index.ts'
import {
  findTable,
  type LoadedSheet,
  RowOrder,
  recordOperation,
  selectRowPositions,
} from '../sheets/storage/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import {
  batchesOf,
  cellsPerTransaction,
  countRows,
  hasExternalCalls,
  mergedRanges,
  portionsOf,
  rangesOf,
  rangesWithin,
} from './batches.ts'
import { countOpenCells } from './open-cell-queries.ts'
import { insertOperation } from './operations/operation-queries.ts'
import { enqueueCacheExpiry } from './paid-calls/cache-expiry.ts'
import {
  type CellSelection,
  countSelected,
  type IdRange,
  queueCells,
  selectOpenRows,
} from './queue-queries.ts'
import { renewFollowers } from './renew-followers.ts'
import { batchJobs, queueingJobs, type RunBudgetText, type RunOfBatches } from './run-jobs.ts'
import { addStoredCells } from './run-queries.ts'

/** The selection in the form that queries need, grouped by rows and states. */
export async function selectionsOf(
  tx: Database | Tx,
  { sheet, byId }: LoadedSheet,
  selected: readonly SelectedRange[],
): Promise<CellSelection[]> {
  const groups = Map.groupBy(selected, ({ rows, states }) => JSON.stringify([rows, states]))
  const selections: CellSelection[] = []
  for (const group of groups.values()) {
    const { rows, states } = group[0]!
    const columns = group.map(({ column }) => byId.get(column)!.number)
    if (rows === 'all')
      selections.push({ columns, states, isWhole: true, rows: [[0, sheet.next_row_id - 1]] })
    else {
      const order = RowOrder.parse(sheet.gaps)
      const ids: number[] = []
      for (const { from, to } of rows)
        for (const { id } of await selectRowPositions(tx, sheet, order.positionsBetween(from, to)))
          ids.push(id)
      selections.push({ columns, states, isWhole: false, rows: rangesOf(ids) })
    }
  }
  return selections
}

export interface CellCounts {
  /** Number of cells that would be queued. */
  readonly all: number
  /** Number of cells that were never stored. */
  readonly virtual: number
  /** The number of cells that were never stored, by column. */
  readonly unstored: ReadonlyMap<number, number>
}

export async function countCells(
  tx: Database | Tx,
  loaded: LoadedSheet,
  selections: readonly CellSelection[],
): Promise<CellCounts> {
  const unstored = new Map<number, number>()
  let [stored, virtual] = [0, 0]
  for (const cells of selections) {
    const counted = cells.isWhole
      ? await countWhole(tx, loaded, cells)
      : await countSelected(tx, loaded.sheet, cells)
    stored += counted.stored
    if (!cells.states.includes('STALE')) continue
    for (const [column, count] of counted.unstored) {
      virtual += count
      unstored.set(column, (unstored.get(column) ?? 0) + count)
    }
  }
  return { all: stored + virtual, virtual, unstored }
}

/** As `countSelected`, but from the counters of the columns and the index of open cells. */
async function countWhole(
  tx: Database | Tx,
  { sheet, columns }: LoadedSheet,
  { columns: numbers, states }: CellSelection,
) {
  const open = await countOpenCells(tx, sheet)
  let stored = 0
  const unstored = new Map<number, number>()
  for (const { number, stored_cells } of columns.filter((column) => numbers.includes(column.number))) {
    const columnCells = open.filter(({ column_number }) => column_number === number)
    const completed = stored_cells - columnCells.reduce((sum, { cells }) => sum + cells, 0)
    for (const { status, cells } of columnCells) if (states.includes(status as CellState)) stored += cells
    if (states.includes('COMPLETED')) stored += completed
    unstored.set(number, sheet.row_count - stored_cells)
  }
  return { stored, unstored }
}

export interface RunScope {
  readonly column_ids: readonly string[] | null
  readonly row_ids: readonly number[] | null
}

/** The value of `sheet_operations.scope`. */
export interface StoredScope extends RunScope {
  /** The states in which cells of a large run are queued; absent if all cells were queued with the operation. */
  readonly states?: readonly CellState[]
}

export interface RunTerms {
  readonly budget?: RunBudgetText | null
  /** Milliseconds since 1970; no job starts before. */
  readonly readyAt?: number | undefined
  /** Who started the run. A person gets a notification at its end. */
  readonly actor?: Actor
}

export interface StartedRun {
  readonly operation: SheetOperationRow
  /** The rows of the run's cells. */
  readonly rows: readonly IdRange[]
}

/**
 * Creates an operation and queues its cells and jobs. If one transaction cannot queue all cells, jobs queue the rest.
 * Null if there are no cells.
 */
export async function startRun(
  tx: Tx,
  jobs: Jobs,
  loaded: LoadedSheet,
  selections: readonly CellSelection[],
  counts: CellCounts,
  scope: RunScope,
  { budget = null, readyAt, actor }: RunTerms = {},
): Promise<StartedRun | null> {
  const { sheet } = loaded
  const id = randomUUIDv7()
  const queued =
    counts.all > cellsPerTransaction ? null : await queueDirectly(tx, loaded, selections, counts, id)
  const { count, rows } = queued ?? { count: counts.all, rows: selections.flatMap((cells) => cells.rows) }
  if (count === 0) return null
  const columns = [...new Set(selections.flatMap((cells) => cells.columns))]
  const ranges = mergedRanges(rows)
  const batches = batchesOf(loaded, columns, ranges)
  const states = [...new Set(selections.flatMap((cells) => cells.states))]
  const stored = queued ? scope : { ...scope, states }
  const operation = { ...newOperation(sheet, id, count, stored), open_batches: batches.length }
  await insertOperation(tx, operation)
  await recordOperation(tx, sheet, id)
  if (actor?.kind === 'person') await notifyAtEnd(tx, sheet, id, actor)
  const waits = hasExternalCalls(loaded, columns)
  const run: RunOfBatches = { operation: id, execution: id, sheet: sheet.number, columns, waits, budget }
  if (waits) await enqueueCacheExpiry(tx, jobs, sheet.workspace_id as WorkspaceId, sheet.updated_at)
  const newJobs = queued
    ? batchJobs(run, batches)
    : queueingJobs(run, portionsOf(batches, columns.length, waits), selections)
  const delayedJobs = readyAt === undefined ? newJobs : newJobs.map((job) => ({ ...job, readyAt }))
  await jobs.enqueue(tx, sheet.workspace_id as WorkspaceId, delayedJobs)
  return { operation, rows: ranges }
}

async function notifyAtEnd(tx: Tx, sheet: SheetRow, run: string, actor: Actor) {
  const workspace = sheet.workspace_id as WorkspaceId
  const table = await findTable(tx, workspace, sheet.table_id)
  const subject = {
    type: 'sheet' as const,
    id: sheet.id,
    name: table ? `${table.title}, ${sheet.title}` : sheet.title,
    table_id: sheet.table_id,
    version_number: null,
    row_index: null,
  }
  await watchRun(tx, workspace, run, actor, subject, sheet.updated_at)
}

/** Operation and execution have the same id, because the SDKs use either to read the operation. */
export const newOperation = (
  { workspace_id, table_id, number, updated_at }: SheetRow,
  id: string,
  cell_count: number,
  scope: StoredScope,
): SheetOperationRow => ({
  workspace_id,
  id,
  execution_id: id,
  table_id,
  sheet: number,
  cell_count,
  kind: 'recalculate',
  status: 'queued',
  scope: JSON.stringify(scope),
  message: null,
  created_at: updated_at,
  updated_at,
  completed: 0,
  failed: 0,
  released: 0,
  calls: 0,
  cost: 0,
  unpriced_calls: 0,
  open_batches: 0,
})

interface Queued {
  readonly count: number
  readonly rows: readonly IdRange[]
}

/**
 * Queues the cells in this transaction. Null if finding them would take long, because they are few among many and some
 * of them are not in the index.
 */
async function queueDirectly(
  tx: Tx,
  loaded: LoadedSheet,
  selections: readonly CellSelection[],
  { unstored }: CellCounts,
  execution: string,
): Promise<Queued | null> {
  const { sheet, columns } = loaded
  const isSmall = selections.every(
    (cells) => countRows(cells.rows) * cells.columns.length <= cellsPerTransaction,
  )
  const areAllIndexed = selections.every(({ states }) => !states.includes('COMPLETED'))
  if (!isSmall && (!areAllIndexed || [...unstored.values()].some((cells) => cells > 0))) return null
  const rows: IdRange[] = []
  let count = 0
  const open = isSmall ? selections : await openCells(tx, sheet, selections)
  for (const cells of open) {
    count += await queueCells(tx, sheet, cells, execution)
    rows.push(...cells.rows)
  }
  await renewFollowers(tx, sheet, async () => loaded, open, execution)
  for (const column of count === 0 ? [] : columns)
    await addStoredCells(tx, column, unstored.get(column.number) ?? 0)
  return { count, rows }
}

/** The same cells by column with their rows, found in the index of open cells. */
async function openCells(
  tx: Tx,
  sheet: SheetRow,
  selections: readonly CellSelection[],
): Promise<CellSelection[]> {
  const openSelections: CellSelection[] = []
  for (const { columns, states, rows } of selections)
    for (const column of columns) {
      const ids = await selectOpenRows(tx, sheet, column, states)
      const openRanges = rangesWithin(rangesOf(ids), rows)
      if (openRanges.length > 0)
        openSelections.push({ columns: [column], states, isWhole: false, rows: openRanges })
    }
  return openSelections
}
