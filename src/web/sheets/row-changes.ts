import { call } from '../api/index.ts'
import { type Column, isWritable } from './grid/column.ts'
import type { Row, RowStore } from './grid/row-store.ts'
import type { SheetParams } from './queries.ts'

/** Maximum number of rows that one call may add. */
const maxAdded = 100

/** The texts of a row, and the ids of its cells, which identify it. */
export interface UndoRow {
  readonly values: Readonly<Record<string, unknown>>
  readonly ids: Readonly<Record<string, string>>
}

export function rowToRestore({ cells }: Row, columns: readonly Column[]): UndoRow {
  const writableColumns = columns.filter(isWritable)
  const identifying = writableColumns.length > 0 ? writableColumns : columns.slice(0, 1)
  return {
    values: Object.fromEntries(
      writableColumns.flatMap(({ id }) => {
        const value = cells[id]?.value?.value ?? null
        return value === null ? [] : [[id, value]]
      }),
    ),
    ids: Object.fromEntries(identifying.flatMap(({ id }) => (cells[id] ? [[id, cells[id].id]] : []))),
  }
}

/** Inserts and deletes rows, each as a step of undo. */
export class RowChanges {
  readonly #params: SheetParams
  readonly #store: RowStore
  /** The new id of a cell by its old one. A restored row has new cell ids, but older undo steps have the old ids. */
  readonly #renamed = new Map<string, string>()

  constructor(params: SheetParams, store: RowStore) {
    this.#params = params
    this.#store = store
  }

  /** The current id of the cell. */
  idOf(id: string): string {
    let name = id
    for (let next = this.#renamed.get(name); next; next = this.#renamed.get(name)) name = next
    return name
  }

  /** Inserts rows at an index; null appends them. */
  async insert(
    index: number | null,
    values: readonly UndoRow['values'][],
    columns: readonly Column[],
  ): Promise<{ readonly at: number; readonly rows: readonly UndoRow[] }> {
    const added: Row[] = []
    for (let start = 0; start < values.length; start += maxAdded) {
      const chunk = values.slice(start, start + maxAdded)
      const body = { count: chunk.length, values: chunk.map((row) => ({ ...row })) }
      added.push(...(await call('addRows', { params: this.#params, body })).rows)
    }
    const start = added[0]?.row_index ?? 0
    if (index !== null && index < start) await this.move(start, added.length, index)
    return { at: index ?? start, rows: added.map((row) => rowToRestore(row, columns)) }
  }

  /** Inserts deleted rows again. */
  async restore(
    index: number,
    rows: readonly UndoRow[],
    columns: readonly Column[],
  ): Promise<readonly UndoRow[]> {
    const back = await this.insert(
      index,
      rows.map(({ values }) => values),
      columns,
    )
    for (const [offset, row] of back.rows.entries())
      for (const [column, id] of Object.entries(rows[offset]!.ids))
        if (row.ids[column]) this.#renamed.set(id, row.ids[column])
    return back.rows
  }

  /** Deletes rows. @throws Error if other rows are at that index now. */
  async remove(index: number, rows: readonly UndoRow[]): Promise<void> {
    await this.expect(index, rows)
    await call('deleteRows', { params: this.#params, body: { row_indices: indexes(index, rows.length) } })
  }

  async move(index: number, count: number, to: number): Promise<void> {
    await call('moveRows', {
      params: this.#params,
      body: { row_indices: indexes(index, count), to_index: to },
    })
  }

  async expect(firstIndex: number, rows: readonly UndoRow[]): Promise<void> {
    const current = await this.#store.reread(firstIndex, firstIndex + rows.length - 1)
    const isSame = rows.every(({ ids }, index) =>
      Object.entries(ids).every(([column, id]) => {
        const cell = current[index]?.cells[column]
        return cell === undefined ? current[index] !== undefined : cell.id === this.idOf(id)
      }),
    )
    if (!isSame) throw new Error('Rows were added, moved or deleted since. No row was changed.')
  }
}

const indexes = (index: number, count: number): number[] =>
  Array.from({ length: count }, (_none, by) => index + by)
