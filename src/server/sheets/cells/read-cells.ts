import type { Json } from '../../../engine/json/json.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import type { CellState } from '../../../engine/sheet/index.ts'
import type { Database, SheetColumnRow, SheetRow, SheetRowRow, Store, Tx } from '../../db/index.ts'
import {
  type ShownCellRow,
  selectCells,
  selectCellsOfPage,
  selectValuesBetween,
} from '../storage/cell-queries.ts'
import type { LoadedSheet } from '../storage/load-sheet.ts'
import { type CellContent, noContent, presentCell, type RequestMetrics } from '../storage/present.ts'
import { RowOrder } from '../storage/row-order.ts'
import { selectRowsAt } from '../storage/row-queries.ts'
import { traceMetrics } from '../storage/trace-metrics.ts'
import { parseTexts, type Texts } from '../storage/values.ts'
import { emptyText, storedText, uncomputedText, writtenText } from './cell-text.ts'

/** A row with its index and texts. */
export interface IndexedRow {
  readonly id: number
  readonly index: number
  readonly position: number
  readonly texts: Texts
  readonly since: number
  readonly updatedAt: number
}

export function withIndex(order: RowOrder, row: SheetRowRow): IndexedRow {
  const { id, position, since, updated_at } = row
  return {
    id,
    index: order.indexOf(position),
    position,
    texts: parseTexts(row.texts),
    since,
    updatedAt: updated_at,
  }
}

/** Rows of one sheet with their stored cells. */
class LoadedRows {
  readonly byIndex: ReadonlyMap<number, IndexedRow>
  /** The cells by row id and then column number. */
  readonly #cells: ReadonlyMap<number, readonly (ShownCellRow | undefined)[]>

  constructor(rows: readonly IndexedRow[], cells: readonly ShownCellRow[]) {
    this.byIndex = new Map(rows.map((row) => [row.index, row]))
    const byRow = new Map<number, ShownCellRow[]>(rows.map(({ id }) => [id, []]))
    for (const cell of cells) {
      const rowCells = byRow.get(cell.row_id)
      if (rowCells) rowCells[cell.column_number] = cell
    }
    this.#cells = byRow
  }

  cell(row: IndexedRow, columnNumber: number): ShownCellRow | undefined {
    return this.#cells.get(row.id)?.[columnNumber]
  }
}

/** Where the content of a shown cell comes from: a stored cell, a text in the row, or neither. */
interface CellSource {
  readonly at: IndexedRow
  readonly cell?: ShownCellRow | undefined
  readonly text?: Pick<SheetColumnRow, 'type' | 'number'>
  /** Why a mirror has no content: the other sheet has no such row, or the column was deleted. */
  readonly missing?: 'no row' | 'no column'
}

const noSource = (at: IndexedRow): CellSource => ({ at })

/** All cells of some rows: texts, computed and mirrored cells, and cells that are not stored. */
export class RowCells {
  readonly #loaded: LoadedSheet
  readonly #rows: ReadonlyMap<string, LoadedRows>

  constructor(loaded: LoadedSheet, rows: ReadonlyMap<string, LoadedRows>) {
    this.#loaded = loaded
    this.#rows = rows
  }

  content(column: SheetColumnRow, row: IndexedRow): CellContent {
    const { cell, text, at, missing } = this.#source(column, row.index) ?? noSource(row)
    if (cell) return computedContent(cell)
    if (missing) return emptyMirrorContent(missing, at.updatedAt)
    return text ? writtenContent(at, text.type, at.texts[text.number] ?? null) : neverComputed(at)
  }

  /** As `content`, in JSON text. */
  text(column: SheetColumnRow, row: IndexedRow): string {
    const { cell, text, at, missing } = this.#source(column, row.index) ?? noSource(row)
    if (cell) return storedText(cell)
    if (missing) return emptyText(emptyMirrorContent(missing, at.updatedAt))
    if (!text) return uncomputedText(at.updatedAt)
    return writtenText(at.texts[text.number] ?? null, text.type, at.updatedAt)
  }

  present(column: SheetColumnRow, row: IndexedRow) {
    return presentCell(this.#loaded.sheet.id, column, row, this.content(column, row))
  }

  /** Finds the source of a cell; null if the other sheet has no such row. */
  #source(column: SheetColumnRow, index: number): CellSource | null {
    const { graph } = this.#loaded
    const described = graph.find(column.id)!
    const rows = this.#rows.get(described.sheet)
    const row = rows?.byIndex.get(index)
    if (!rows || !row) return null
    if (described.kind === 'input') return { at: row, text: column }
    if (described.kind !== 'mirror') return { at: row, cell: rows.cell(row, column.number) }
    const mirroredColumn = graph.isInCycle(column.id) ? null : graph.sources(column.id)[0]?.column
    const source = mirroredColumn ? this.#loaded.byId.get(mirroredColumn) : undefined
    if (!source) return { at: row, missing: 'no column' }
    return this.#source(source, index) ?? { at: row, missing: 'no row' }
  }
}

export function readCells(
  db: Database | Tx,
  loaded: LoadedSheet,
  rows: readonly IndexedRow[],
): Promise<RowCells> {
  return readCellsBy((sheet, ids) => selectCells(db, sheet, ids), db, loaded, rows)
}

/** Reads only states, values and if needed metrics, of some columns in consecutive rows. */
export async function readValues(
  db: Database | Tx,
  loaded: LoadedSheet,
  rows: readonly IndexedRow[],
  columns: readonly SheetColumnRow[],
  readMetrics: boolean,
): Promise<RowCells> {
  // A mirror of another sheet requires that sheet's cells.
  if (columns.some(({ id }) => loaded.graph.find(id)!.kind === 'mirror')) return readCells(db, loaded, rows)
  const stored = columns.filter(({ id }) => loaded.graph.find(id)!.kind !== 'input')
  const values = await selectValuesBetween(
    db,
    loaded.sheet,
    rows,
    stored.map(({ number }) => number),
    readMetrics,
  )
  const cells = values.map((cell) => ({ ...noDetails, ...cell }))
  return new RowCells(loaded, new Map([[loaded.sheet.id, new LoadedRows(rows, cells)]]))
}

const noDetails = {
  error: null,
  input_hash: null,
  execution_id: null,
  computed_version: null,
  metrics: null,
  updated_at: 0,
}

/** As `readCells`, faster for a page. */
export function readPage(store: Store, loaded: LoadedSheet, rows: readonly IndexedRow[]): Promise<RowCells> {
  return readCellsBy((sheet, ids) => selectCellsOfPage(store, sheet, ids), store.db, loaded, rows)
}

type SelectCells = (sheet: SheetRow, rowIds: readonly number[]) => Promise<ShownCellRow[]>

async function readCellsBy(
  select: SelectCells,
  db: Database | Tx,
  loaded: LoadedSheet,
  rows: readonly IndexedRow[],
): Promise<RowCells> {
  const byId = new Map<string, LoadedRows>()
  byId.set(loaded.sheet.id, await withCells(select, loaded.sheet, rows))
  const indexes = rows.map(({ index }) => index)
  for (const sheet of loaded.sheets.values()) {
    if (sheet.id === loaded.sheet.id) continue
    const order = RowOrder.parse(sheet.gaps)
    const positions = indexes
      .filter((index) => index < sheet.row_count)
      .map((index) => order.positionOf(index))
    const rowsOfOther = await selectRowsAt(db, sheet, positions)
    byId.set(
      sheet.id,
      await withCells(
        select,
        sheet,
        rowsOfOther.map((row) => withIndex(order, row)),
      ),
    )
  }
  return new RowCells(loaded, byId)
}

async function withCells(select: SelectCells, sheet: SheetRow, rows: readonly IndexedRow[]) {
  const cells = await select(
    sheet,
    rows.map(({ id }) => id),
  )
  return new LoadedRows(rows, cells)
}

/**
 * The content of a mirror that shows nothing. If the other sheet is shorter the value is null; if the column was
 * deleted the cell has failed.
 */
const emptyMirrorContent = (missing: 'no row' | 'no column', updatedAt: number): CellContent =>
  missing === 'no row'
    ? { ...noContent, status: 'COMPLETED', updatedAt }
    : { ...noContent, status: 'FAILED', error: sourceMissing, updatedAt }

const sourceMissing = {
  code: 'source_missing',
  message: 'The column that is shown here does not exist any more.',
}

/** The content of a cell that was never computed or answered. */
export const neverComputed = (row: IndexedRow): CellContent => ({
  ...noContent,
  status: 'STALE',
  updatedAt: row.updatedAt,
})

/** The content of a cell with a person's text, which may be empty. */
export const writtenContent = (
  row: Pick<IndexedRow, 'updatedAt'>,
  type: string,
  value: Json,
): CellContent => ({
  ...noContent,
  metrics: type === 'TRACE' ? traceMetrics(value) : null,
  status: 'COMPLETED',
  value,
  updatedAt: row.updatedAt,
})

export function computedContent(cell: Omit<ShownCellRow, 'row_id' | 'column_number'>): CellContent {
  return {
    status: cell.status as CellState,
    value: cell.value === null ? null : (parseExact(cell.value) as Json),
    error: cell.error === null ? null : (JSON.parse(cell.error) as { code: string; message: string }),
    inputHash: cell.input_hash,
    executionId: cell.execution_id,
    computedVersion: cell.computed_version,
    metrics: cell.metrics === null ? null : (JSON.parse(cell.metrics) as RequestMetrics),
    updatedAt: cell.updated_at,
  }
}
