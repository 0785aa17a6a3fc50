import { badField } from '../../../engine/refusal.ts'
import { rowsShifted } from '../../../engine/sheet/index.ts'
import type { Handler } from '../../http/handler.ts'
import { preserveCellsOfRows, preserveRows } from '../storage/history-queries.ts'
import { loadForChange } from '../storage/load-sheet.ts'
import { recordPart } from '../storage/record-changes.ts'
import { RowOrder } from '../storage/row-order.ts'
import { saveRowPositions, selectRowPositions, selectRowsAt } from '../storage/row-queries.ts'
import { runEffects } from '../storage/run-effects.ts'
import { updateSheetRow } from '../storage/sheet-queries.ts'
import { movedOrder } from './moved-order.ts'
import { removeFromSheet } from './remove-rows.ts'
import { readRowIndexes } from './row-indexes.ts'

export const deleteRows: Handler<'deleteRows'> = async ({ store, now }, { caller, params, body }) =>
  store.transact(async (tx) => {
    const loaded = await loadForChange(tx, caller.workspace, params, now())
    const { sheet } = loaded
    const indexes = readRowIndexes(body.row_indices, sheet.row_count)
    const order = RowOrder.parse(sheet.gaps)
    const rows = await selectRowsAt(
      tx,
      sheet,
      indexes.map((index) => order.positionOf(index)),
    )
    const ids = rows.map(({ id }) => id)
    await preserveRows(tx, sheet, { ids })
    await preserveCellsOfRows(tx, sheet, { ids })
    await removeFromSheet(tx, loaded, rows)
    return {
      success: true as const,
      message: `${rows.length} rows were deleted.`,
      deleted_count: rows.length,
      row_count: sheet.row_count - rows.length,
      version: sheet.version_count,
    }
  })

export const moveRows: Handler<'moveRows'> = async ({ store, now }, { caller, params, body }) =>
  store.transact(async (tx) => {
    const loaded = await loadForChange(tx, caller.workspace, params, now())
    const { sheet, graph } = loaded
    const indexes = readRowIndexes(body.row_indices, sheet.row_count)
    const to = body.to_index
    if (to > sheet.row_count - indexes.length)
      throw badField(
        'to_index',
        `to_index: ${indexes.length} rows of ${sheet.row_count} cannot begin at index ${to}.`,
      )
    const from = Math.min(indexes[0]!, to)
    const end = Math.max(indexes.at(-1)! + 1, to + indexes.length)
    const positions = RowOrder.parse(sheet.gaps).positionsBetween(from, end)
    const rowPositions = await selectRowPositions(tx, sheet, positions)
    await preserveRows(tx, sheet, { at: positions })
    const moved = new Set(indexes.map((index) => index - from))
    const order = movedOrder(rowPositions.length, moved, to - from)
    const changed = order.map((old, index) => ({
      id: rowPositions[old]!.id,
      position: rowPositions[index]!.position,
    }))
    await saveRowPositions(tx, sheet, changed, sheet.version_count)
    await updateSheetRow(tx, sheet, { layout: sheet.layout + 1 })
    await runEffects(tx, loaded, rowsShifted(graph, sheet.id, from, end, sheet.row_count), sheet.updated_at)
    await recordPart(tx, sheet, 'rows')
    return { success: true as const, moved_count: indexes.length, version: sheet.version_count }
  })
