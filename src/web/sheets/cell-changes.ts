import { call } from '../api/index.ts'
import { counted, toastProblem } from '../design/index.ts'
import type { RowStore } from './grid/row-store.ts'
import type { Step } from './grid/undo-stack.ts'
import type { CellWrite } from './grid/writing.ts'
import type { SheetParams } from './queries.ts'
import type { RowChanges } from './row-changes.ts'

/** A written cell, its position at that time, and its values. */
interface SavedCell {
  readonly id: string
  readonly row: number
  readonly column: string
  readonly before: unknown
  readonly after: unknown
  /** True if the stored value is no longer the value that the person saw at the start of the edit. */
  readonly isOverOthers: boolean
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

export const span = (rows: readonly number[]): readonly [number, number] =>
  rows.reduce(([first, last], row) => [Math.min(first, row), Math.max(last, row)], [Infinity, -Infinity])

/** Writes values into cells. Undo restores a cell only if it was not written since. */
export class CellChanges {
  readonly #sheet: SheetParams
  readonly #store: RowStore
  readonly #rows: RowChanges
  readonly #refresh: () => Promise<unknown>

  constructor(sheet: SheetParams, store: RowStore, rows: RowChanges, refresh: () => Promise<unknown>) {
    this.#sheet = sheet
    this.#store = store
    this.#rows = rows
    this.#refresh = refresh
  }

  /** The cells that these writes change, with their values before. Cells that already have the value are left out. */
  async savedOf(cells: readonly CellWrite[]): Promise<SavedCell[]> {
    const [first, last] = span(cells.map(({ row }) => row))
    // For edits the current values are read again: the store may be outdated, and undo must not overwrite
    // another person's change.
    const isWritten = cells.some(({ textBefore }) => textBefore !== undefined)
    const rows = await (isWritten ? this.#store.reread(first, last) : this.#store.read(first, last))
    return cells.flatMap(({ row, column, value, textBefore }) => {
      const cell = rows[row - first]?.cells[column.id]
      if (!cell) throw new Error(`Row ${row + 1} was deleted.`)
      const before = cell.value?.value ?? null
      const isOverOthers = textBefore !== undefined && (cell.display_value ?? '') !== textBefore
      const saved = { id: cell.id, row, column: column.id, before, after: value, isOverOthers }
      return isSame(before, value) ? [] : [saved]
    })
  }

  async send(saved: readonly SavedCell[], side: 'before' | 'after'): Promise<void> {
    if (saved.length === 0) return
    // The server unwraps `{ value }` once. Always wrapping keeps values unchanged that have this form themselves.
    const cells = saved.map((cell) => ({ cell_id: this.#rows.idOf(cell.id), value: { value: cell[side] } }))
    await call('updateCells', { params: this.#sheet, body: { cells } })
  }

  stepOf(saved: readonly SavedCell[], label: string): Step {
    return {
      label,
      undo: () => this.#restore(saved, 'after', 'before'),
      redo: () => this.#restore(saved, 'before', 'after'),
    }
  }

  /** Undoes or redoes writes, except where another person has written since. */
  async #restore(
    saved: readonly SavedCell[],
    from: 'before' | 'after',
    to: 'before' | 'after',
  ): Promise<void> {
    if (saved.length === 0) return
    const [first, last] = span(saved.map(({ row }) => row))
    const rows = await this.#store.reread(first, last)
    const ours = saved.filter((cell) => {
      const current = rows[cell.row - first]?.cells[cell.column]
      const isSameCell = current?.id === this.#rows.idOf(cell.id)
      return !isSameCell || isSame(current.value?.value ?? null, cell[from])
    })
    await this.send(ours, to)
    await this.#refresh()
    const overwrittenCount = saved.length - ours.length
    if (overwrittenCount > 0)
      toastProblem(
        `Not undone, because another person has written since: ${counted(overwrittenCount, 'cell')}.`,
      )
  }
}
