import { call } from '../api/index.ts'
import { type Column, isWritable } from './grid/column.ts'
import type { Row, RowStore } from './grid/row-store.ts'
import type { SheetParams } from './queries.ts'

/** Most rows that one call may add. */
const mostAdded = 100

/** The texts of a row, and the ids of its cells, which identify it. */
export interface KeptRow {
  readonly values: Readonly<Record<string, unknown>>
  readonly ids: Readonly<Record<string, string>>
}

export function rowToRestore({ cells }: Row, columns: readonly Column[]): KeptRow {
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
  /**
   * The new id by the former id of a cell. A restored row has new cell ids, and earlier steps of undo have
   * the former ones.
   */
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
  async put(
    index: number | null,
    values: readonly KeptRow['values'][],
    columns: readonly Column[],
  ): Promise<{ readonly at: number; readonly rows: readonly KeptRow[] }> {
    const added: Row[] = []
    for (let start = 0; start < values.length; start += mostAdded) {
      const chunk = values.slice(start, start + mostAdded)
      const body = { count: chunk.length, values: chunk.map((row) => ({ ...row })) }
      added.push(...(await call('addRows', { params: this.#params, body })).rows)
    }
    const start = added[0]?.row_index ?? 0
    if (index !== null && index < start) await this.move(start, added.length, index)
    return { at: index ?? start, rows: added.map((row) => rowToRestore(row, columns)) }
  }

  async putBack(
    index: number,
    rows: readonly KeptRow[],
    columns: readonly Column[],
  ): Promise<readonly KeptRow[]> {
    const back = await this.put(
      index,
      rows.map(({ values }) => values),
      columns,
    )
    for (const [place, row] of back.rows.entries())
      for (const [column, id] of Object.entries(rows[place]!.ids))
        if (row.ids[column]) this.#renamed.set(id, row.ids[column])
    return back.rows
  }

  /** Deletes rows. Refuses if other rows are at that index now. */
  async take(index: number, rows: readonly KeptRow[]): Promise<void> {
    await this.expect(index, rows)
    await call('deleteRows', { params: this.#params, body: { row_indices: indexes(index, rows.length) } })
  }

  async move(index: number, count: number, to: number): Promise<void> {
    await call('moveRows', {
      params: this.#params,
      body: { row_indices: indexes(index, count), to_index: to },
    })
  }

  async expect(firstIndex: number, rows: readonly KeptRow[]): Promise<void> {
    const now = await this.#store.readAnew(firstIndex, firstIndex + rows.length - 1)
    const isSame = rows.every(({ ids }, index) =>
      Object.entries(ids).every(([column, id]) => {
        const cell = now[index]?.cells[column]
        return cell === undefined ? now[index] !== undefined : cell.id === this.idOf(id)
      }),
    )
    if (!isSame) throw new Error('Rows were added, moved or deleted since. No row was changed.')
  }
}

const indexes = (index: number, count: number): number[] =>
  Array.from({ length: count }, (_none, by) => index + by)
