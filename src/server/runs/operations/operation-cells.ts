import type { Tx } from '../../db/index.ts'
import { computedContent, readCells, withIndex } from '../../sheets/index.ts'
import {
  type LoadedSheet,
  presentCell,
  RowOrder,
  selectCells,
  selectRowsById,
} from '../../sheets/storage/index.ts'
import { selectQueued } from '../batch-queries.ts'
import type { AtOnce } from '../run-at-once.ts'
import type { StartedRun } from '../start-run.ts'

/** With more cells, the answer lists none and clients read the rows. */
const maxShown = 200

/** The cells of a small operation after queueing. */
export async function queuedCells(tx: Tx, loaded: LoadedSheet, { operation, rows: ranges }: StartedRun) {
  if (operation.cell_count > maxShown) return []
  const { sheet, columns } = loaded
  const queued = await selectQueued(tx, sheet, ranges, operation.execution_id)
  const order = RowOrder.parse(sheet.gaps)
  const ids = [...new Set(queued.map(({ row_id }) => row_id))]
  const rows = (await selectRowsById(tx, sheet, ids)).map((row) => withIndex(order, row))
  const cells = await readCells(tx, loaded, rows)
  const isQueued = new Set(queued.map(({ row_id, column_number }) => `${row_id} ${column_number}`))
  return rows.flatMap((row) =>
    columns
      .filter(({ number }) => isQueued.has(`${row.id} ${number}`))
      .map((column) => cells.present(column, row)),
  )
}

/** The cells of a finished run. */
export async function cellsOfRun(tx: Tx, { sheet, batch, operation }: AtOnce) {
  const { plan, rows } = batch
  const stored = await selectCells(
    tx,
    sheet,
    rows.map(({ id }) => id),
  )
  const runCells = stored.filter(({ execution_id }) => execution_id === operation.execution_id)
  const byCell = new Map(runCells.map((cell) => [`${cell.row_id} ${cell.column_number}`, cell]))
  return rows.flatMap((row) =>
    plan.loaded.columns.flatMap((column) => {
      const cell = byCell.get(`${row.id} ${column.number}`)
      return cell ? [presentCell(sheet.id, column, row, computedContent(cell))] : []
    }),
  )
}
