import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { CellState, SelectedRange } from '../../../engine/sheet/index.ts'
import type { Database, SheetOperationRow, SheetRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { Jobs, NewJob } from '../../jobs/index.ts'
import { countOpenCells } from '../cell-queries.ts'
import { updateColumnRow } from '../column-queries.ts'
import { typeOf } from '../column-types.ts'
import { noteOperation } from '../live/note-changes.ts'
import type { LoadedSheet } from '../load-sheet.ts'
import { insertOperation } from '../operation-queries.ts'
import { RowOrder } from '../row-order.ts'
import { selectRowPlaces } from '../row-queries.ts'
import { selectQueued } from './batch-queries.ts'
import { type CellsAsked, countAsked, type IdRange, queueCells } from './queue-queries.ts'

export const runJobKind = 'recalculate-cells'

/** What a job of a run does: the cells of the run in these rows. */
export interface BatchPayload {
  readonly operation: string
  readonly execution: string
  readonly sheet: number
  readonly batch: number
  readonly rows: readonly IdRange[]
  readonly budget: RunBudgetText | null
}

/** What the operation may use in all: calls, and US dollars as decimal text. */
export interface RunBudgetText {
  readonly calls: number | null
  readonly cost: string | null
}

/** Rows of a job: so many that writing them is worth a commit, so few that they fit into memory many times. */
const cheapRows = 1000
/** Where cells wait for somebody: what a crash undoes, and what one job has under way at most. */
const waitingRows = 64

/** Ids of rows as ranges, in order. */
export function rangesOf(ids: readonly number[]): IdRange[] {
  const ranges: [number, number][] = []
  for (const id of [...ids].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && id <= last[1] + 1) last[1] = Math.max(last[1], id)
    else ranges.push([id, id])
  }
  return ranges
}

/** What is asked of the storage: columns with the same rows and states together. */
export async function cellsAsked(
  tx: Database | Tx,
  { sheet, byId }: LoadedSheet,
  selected: readonly SelectedRange[],
): Promise<CellsAsked[]> {
  const groups = Map.groupBy(selected, ({ rows, states }) => JSON.stringify([rows, states]))
  const asked: CellsAsked[] = []
  for (const group of groups.values()) {
    const { rows, states } = group[0]!
    const columns = group.map(({ column }) => byId.get(column)!.number)
    if (rows === 'all') asked.push({ columns, states, isWhole: true, rows: wholeSheet(sheet) })
    else {
      const order = RowOrder.parse(sheet.gaps)
      const ids: number[] = []
      for (const { from, to } of rows)
        for (const { id } of await selectRowPlaces(tx, sheet, order.positionsBetween(from, to))) ids.push(id)
      asked.push({ columns, states, isWhole: false, rows: rangesOf(ids) })
    }
  }
  return asked
}

/** Rows of one statement: under the 5 seconds that PostgreSQL is given for one. */
const rowsAtOnce = 20_000

function wholeSheet({ next_row_id }: SheetRow): IdRange[] {
  const ranges: IdRange[] = []
  for (let from = 0; from < next_row_id; from += rowsAtOnce)
    ranges.push([from, Math.min(next_row_id, from + rowsAtOnce) - 1])
  return ranges
}

export interface CellCounts {
  /** Cells that would be queued. */
  readonly all: number
  /** Those of them that were never stored. */
  readonly virtual: number
  /** By column, the same. */
  readonly unstored: ReadonlyMap<number, number>
}

export async function countCells(
  tx: Database | Tx,
  loaded: LoadedSheet,
  asked: readonly CellsAsked[],
): Promise<CellCounts> {
  const unstored = new Map<number, number>()
  let [stored, virtual] = [0, 0]
  for (const cells of asked) {
    const counted = cells.isWhole
      ? await countWhole(tx, loaded, cells)
      : await countAsked(tx, loaded.sheet, cells)
    stored += counted.stored
    if (!cells.states.includes('STALE')) continue
    for (const [column, count] of counted.unstored) {
      virtual += count
      unstored.set(column, (unstored.get(column) ?? 0) + count)
    }
  }
  return { all: stored + virtual, virtual, unstored }
}

/** As `countAsked`, from what each column knows and the index of open cells. */
async function countWhole(
  tx: Database | Tx,
  { sheet, columns }: LoadedSheet,
  { columns: numbers, states }: CellsAsked,
) {
  const open = await countOpenCells(tx, sheet)
  let stored = 0
  const unstored = new Map<number, number>()
  for (const { number, stored_cells } of columns.filter((column) => numbers.includes(column.number))) {
    const own = open.filter(({ column_number }) => column_number === number)
    const completed = stored_cells - own.reduce((sum, { cells }) => sum + cells, 0)
    for (const { status, cells } of own) if (states.includes(status as CellState)) stored += cells
    if (states.includes('COMPLETED')) stored += completed
    unstored.set(number, sheet.row_count - stored_cells)
  }
  return { stored, unstored }
}

export interface RunScope {
  readonly column_ids: readonly string[] | null
  readonly row_ids: readonly number[] | null
}

/** Queues cells as one operation, with the jobs that compute them. Null when there is nothing to do. */
export async function startRun(
  tx: Tx,
  jobs: Jobs,
  loaded: LoadedSheet,
  asked: readonly CellsAsked[],
  { unstored }: CellCounts,
  scope: RunScope,
  budget: RunBudgetText | null = null,
): Promise<SheetOperationRow | null> {
  const { sheet } = loaded
  const execution = randomUUID()
  let count = 0
  for (const cells of asked)
    for (const rows of slices(cells.rows)) count += await queueCells(tx, sheet, { ...cells, rows }, execution)
  if (count === 0) return null
  const columns = [...new Set(asked.flatMap((cells) => cells.columns))]
  for (const column of loaded.columns) {
    const added = unstored.get(column.number) ?? 0
    if (added > 0) await updateColumnRow(tx, column, { stored_cells: column.stored_cells + added })
  }
  const isSparse = count < sheet.row_count / 2 && asked.some(({ isWhole }) => isWhole)
  const rows = isSparse
    ? rangesOf((await selectQueued(tx, sheet, columns, execution)).map(({ row_id }) => row_id))
    : merged(asked.flatMap((cells) => cells.rows))
  const batches = batchesOf(loaded, columns, rows)
  const id = randomUUIDv7()
  const operation = {
    workspace_id: sheet.workspace_id,
    id,
    table_id: sheet.table_id,
    sheet: sheet.number,
    kind: 'recalculate',
    status: 'queued',
    execution_id: execution,
    cell_count: count,
    scope: JSON.stringify(scope),
    message: null,
    created_at: sheet.updated_at,
    updated_at: sheet.updated_at,
    ...{ completed: 0, failed: 0, released: 0, calls: 0, cost: 0 },
    open_batches: batches.length,
  }
  await insertOperation(tx, operation)
  await noteOperation(tx, sheet, id)
  await jobs.enqueue(
    tx,
    sheet.workspace_id as WorkspaceId,
    batches.map((rows, batch): NewJob => {
      const payload: BatchPayload = { operation: id, execution, sheet: sheet.number, batch, rows, budget }
      return { kind: runJobKind, run: id, turn: batch, payload }
    }),
  )
  return operation
}

/** Each range by itself when it is large, small ones together. */
function* slices(ranges: readonly IdRange[]): Generator<readonly IdRange[]> {
  let some: IdRange[] = []
  let rows = 0
  for (const range of ranges) {
    some.push(range)
    rows += range[1] - range[0] + 1
    if (rows < rowsAtOnce) continue
    yield some
    some = []
    rows = 0
  }
  if (some.length > 0) yield some
}

function batchesOf(
  { columns }: LoadedSheet,
  numbers: readonly number[],
  ranges: readonly IdRange[],
): IdRange[][] {
  const waits = columns.some(({ number, type }) => numbers.includes(number) && typeOf(type).cost !== 'none')
  const size = waits ? waitingRows : cheapRows
  const batches: IdRange[][] = []
  let batch: IdRange[] = []
  let free = size
  for (const [first, last] of ranges)
    for (let from = first; from <= last; ) {
      const to = Math.min(last, from + free - 1)
      batch.push([from, to])
      free -= to - from + 1
      from = to + 1
      if (free > 0) continue
      batches.push(batch)
      batch = []
      free = size
    }
  if (batch.length > 0) batches.push(batch)
  return batches
}

function merged(ranges: readonly IdRange[]): IdRange[] {
  const result: [number, number][] = []
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = result.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}
