import { badField, Refusal } from '../../engine/refusal.ts'
import { type CellAddress, isComputed, selectCells } from '../../engine/sheet/index.ts'
import type { Context } from '../context.ts'
import type { Database, SheetOperationRow, Tx } from '../db/index.ts'
import type { Caller } from '../http/caller.ts'
import { Answer, type Handler } from '../http/handler.ts'
import {
  cellAddressOf,
  type LoadedSheet,
  loadForChange,
  noCell,
  RowOrder,
  recordCells,
  type SheetAddress,
  selectRowsById,
} from '../sheets/storage/index.ts'
import { runAtOnce } from './run-at-once.ts'
import { scoreAfterRun } from './score-after-run.ts'
import { countCells, selectionsOf, startRun } from './start-run.ts'

type Find = (
  db: Database | Tx,
  loaded: LoadedSheet,
) => readonly CellAddress[] | Promise<readonly CellAddress[]>

interface Recalculation {
  readonly execution: string
  readonly count: number
  /** Number of cells that the caller selected. */
  readonly selected: number
}

export const recalculateCell: Handler<'recalculateCell'> = async (context, { caller, params }) => {
  const find: Find = (db, loaded) => addressesOf(db, loaded, [params.cell_id])
  const recalculation = await recalculate(context, caller, params, find)
  if (!recalculation) return nothingToDo
  return new Answer(202, {
    success: true as const,
    execution_id: recalculation.execution,
    cell_count: recalculation.count,
  })
}

export const recalculateCells: Handler<'recalculateCells'> = async (context, { caller, params, body }) => {
  const { cell_ids, column_ids, row_indices } = body
  const find: Find = (db, loaded) =>
    cell_ids
      ? addressesOf(db, loaded, [...new Set(cell_ids.map((id) => id.toLowerCase()))])
      : addressesIn(loaded, column_ids, row_indices)
  const recalculation = await recalculate(context, caller, params, find)
  if (!recalculation) return nothingToDo
  return new Answer(202, {
    success: true as const,
    execution_id: recalculation.execution,
    cell_count: recalculation.count,
    selected_cell_count: recalculation.selected,
  })
}

const nothingToDo = new Answer(200, {
  success: false as const,
  message: 'There is nothing to compute: the cells are queued already, or are not computed cells.',
  error: 'nothing_to_do',
})

async function recalculate(
  context: Context,
  caller: Caller,
  address: SheetAddress,
  find: Find,
): Promise<Recalculation | null> {
  const { store, jobs, now } = context
  const { workspace, actor } = caller
  const choose = async (db: Database | Tx, loaded: LoadedSheet) => {
    const addresses = await find(db, loaded)
    const scope = {
      column_ids: [...new Set(addresses.map(({ column }) => column))],
      row_ids: [...new Set(addresses.map(({ row }) => row))],
    }
    return { selected: selectCells(loaded.graph, loaded.sheet.id, addresses), scope, count: addresses.length }
  }
  const atOnce = await runAtOnce(context, workspace, address, choose, async (tx, run, { count }) => {
    await scoreAfterRun(tx, jobs, caller, run.sheet, run.operation.id)
    return recalculationOf(run.operation, count)
  })
  if (atOnce) {
    jobs.wake()
    return atOnce
  }
  const started = await store.transact(async (tx) => {
    const loaded = await loadForChange(tx, workspace, address, now())
    const { selected, scope, count } = await choose(tx, loaded)
    const selections = await selectionsOf(tx, loaded, selected)
    const counts = await countCells(tx, loaded, selections)
    const run = await startRun(tx, jobs, loaded, selections, counts, scope, { actor })
    if (!run) return null
    await scoreAfterRun(tx, jobs, caller, loaded.sheet, run.operation.id)
    await recordCells(tx, loaded, selected)
    return recalculationOf(run.operation, count)
  })
  if (started) jobs.wake()
  return started
}

/** Maximum cells that a call can name; larger selections are operations. */
const maxCells = 10_000

function addressesIn(
  { sheet, graph }: LoadedSheet,
  columnIds: readonly string[] | undefined,
  rowIndexes: readonly number[] | undefined,
): CellAddress[] {
  const computedColumns = () =>
    graph.order.filter((id) => graph.find(id)!.sheet === sheet.id && isComputed(graph, id))
  const columns = [...new Set(columnIds?.map((id) => id.toLowerCase()) ?? computedColumns())]
  const missingRow = rowIndexes?.find((row) => row >= sheet.row_count)
  if (missingRow !== undefined)
    throw badField('row_indices', `row_indices: the sheet has no row ${missingRow}.`)
  const count = columns.length * (rowIndexes?.length ?? sheet.row_count)
  if (count > maxCells)
    throw badField(
      columnIds ? 'column_ids' : 'row_indices',
      `The call selects ${count} cells, more than ${maxCells}: begin an operation instead.`,
    )
  const rows = rowIndexes
    ? [...new Set(rowIndexes)]
    : Array.from({ length: sheet.row_count }, (_, row) => row)
  return columns.flatMap((column) => rows.map((row) => ({ column, row })))
}

const recalculationOf = (
  { execution_id, cell_count }: SheetOperationRow,
  selected: number,
): Recalculation => ({
  execution: execution_id,
  count: cell_count,
  selected,
})

async function addressesOf(db: Database | Tx, { sheet, columns }: LoadedSheet, ids: readonly string[]) {
  const byNumber = new Map(columns.map((column) => [column.number, column.id]))
  const addresses = ids.map((id) => {
    const address = cellAddressOf(sheet.id, id)
    const column = address ? byNumber.get(address.columnNumber) : undefined
    if (!address || column === undefined) throw cellNotFound(id)
    return { column, rowId: address.rowId, id }
  })
  const order = RowOrder.parse(sheet.gaps)
  const rows = await selectRowsById(db, sheet, [...new Set(addresses.map(({ rowId }) => rowId))])
  const indexes = new Map(rows.map(({ id, position }) => [id, order.indexOf(position)]))
  return addresses.map(({ column, rowId, id }) => {
    const row = indexes.get(rowId)
    if (row === undefined) throw cellNotFound(id)
    return { column, row }
  })
}

function cellNotFound(id: string): Refusal {
  const { code, message } = noCell()
  return new Refusal(code, message, { cell: id })
}
