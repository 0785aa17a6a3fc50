import { call } from '../../api/index.ts'
import { toastProblem } from '../../design/index.ts'
import type { Cell, RowStore } from '../grid/row-store.ts'
import type { SheetParams } from '../queries.ts'

/** Saves an answer in the background, so that the next one can be given at once. */
export function useAnswer(params: SheetParams, store: RowStore, onSaved: () => void) {
  return async (cell: Cell, value: unknown) => {
    const text = value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)
    store.updateCell(cell.row_index, cell.column_id, {
      status: value === null ? 'STALE' : 'COMPLETED',
      value: value === null ? null : { value },
      display_value: text,
    })
    try {
      const answer = await call('updateCell', { params: { ...params, cell_id: cell.id }, body: { value } })
      store.updateCell(cell.row_index, cell.column_id, answer.cell)
      onSaved()
    } catch (error) {
      store.updateCell(cell.row_index, cell.column_id, cell)
      toastProblem(`Row ${cell.row_index + 1}: ${(error as Error).message}`)
    }
  }
}
