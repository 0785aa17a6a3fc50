import type { Body, Endpoints } from '../../../contract/index.ts'
import { badField } from '../../../engine/refusal.ts'
import { rowsOf, sameValue, staleAfter } from '../../../engine/sheet/index.ts'
import type { SheetColumnRow, Tx } from '../../db/index.ts'
import { Answer, type Handler } from '../../http/handler.ts'
import { noCell } from '../storage/absent.ts'
import { cellAddressOf } from '../storage/cell-id.ts'
import { preserveRows } from '../storage/history-queries.ts'
import { type LoadedSheet, loadForChange } from '../storage/load-sheet.ts'
import { RowOrder } from '../storage/row-order.ts'
import { selectRowsById, updateTextsOfRows } from '../storage/row-queries.ts'
import { runEffects } from '../storage/run-effects.ts'
import { parseTexts, readWritten, type Texts, withText } from '../storage/values.ts'

export const updateCells: Handler<'updateCells'> = async ({ store, now }, { caller, params, body }) =>
  store.transact(async (tx) => {
    const loaded = await loadForChange(tx, caller.workspace, params, now())
    const { sheet, graph } = loaded
    const writes = readWrites(loaded, body.cells)
    const { texts, written: writtenRanges, changed } = await textsAfter(tx, loaded, writes)
    const { version_count: since, updated_at } = sheet
    await preserveRows(tx, sheet, { ids: [...texts.keys()] })
    await updateTextsOfRows(tx, sheet, new Map([...texts].map(([id, row]) => [id, JSON.stringify(row)])), {
      since,
      updated_at,
    })
    const effects = { stale: staleAfter(graph, changed), reconfigured: [] }
    return new Answer(200, {
      success: true as const,
      updated_count: writes.length,
      version: since,
      stale_count: await runEffects(tx, loaded, effects, updated_at, writtenRanges),
    })
  })

type CellWrites = Body<Endpoints['updateCells']>['cells']
type Write = ReturnType<typeof readWrites>[number]

function readWrites({ sheet, columns, graph }: LoadedSheet, writes: CellWrites) {
  const byNumber = new Map(columns.map((column) => [column.number, column]))
  return writes.map(({ cell_id, ...written }, index) => {
    const address = cellAddressOf(sheet.id, cell_id)
    const column = address && byNumber.get(address.columnNumber)
    if (!address || !column) throw noCell()
    if (graph.find(column.id)!.kind !== 'input') throw notWritten(column, index)
    return { rowId: address.rowId, column, value: readWritten(written, `cells.${index}.`) }
  })
}

const notWritten = ({ type }: SheetColumnRow, index: number) =>
  badField(
    `cells.${index}.cell_id`,
    `cells.${index}: the column is ${type}; only text cells are written together.`,
  )

/** The new texts of the rows that are written, the addressed cells, and the cells whose value changes. */
async function textsAfter(tx: Tx, { sheet }: LoadedSheet, writes: readonly Write[]) {
  const rows = await selectRowsById(tx, sheet, [...new Set(writes.map(({ rowId }) => rowId))])
  const order = RowOrder.parse(sheet.gaps)
  const indexes = new Map(rows.map(({ id, position }) => [id, order.indexOf(position)]))
  const texts = new Map<number, Texts>(rows.map((row) => [row.id, parseTexts(row.texts)]))
  const writtenCells: CellsByColumn = new Map()
  const changed: CellsByColumn = new Map()
  for (const { rowId, column, value } of writes) {
    const rowTexts = texts.get(rowId)
    if (!rowTexts) throw noCell()
    texts.set(rowId, withText(rowTexts, column.number, value))
    const index = indexes.get(rowId)!
    add(writtenCells, column.id, index)
    if (!sameValue(rowTexts[column.number] ?? null, value)) add(changed, column.id, index)
  }
  return { texts, written: rangesOf(writtenCells), changed: rangesOf(changed) }
}

/** Row indexes by column. */
type CellsByColumn = Map<string, Set<number>>

const add = (cells: CellsByColumn, column: string, index: number) =>
  cells.set(column, (cells.get(column) ?? new Set()).add(index))

const rangesOf = (cells: CellsByColumn) => [...cells].map(([column, at]) => ({ column, rows: rowsOf(at) }))
