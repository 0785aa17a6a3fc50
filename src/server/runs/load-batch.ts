import type { Database, SheetRow, Store, Tx } from '../db/index.ts'
import { Pace } from '../pacing/pace.ts'
import { readCells, withIndex } from '../sheets/index.ts'
import { type LoadedSheet, loadSheetByNumber, parseTexts, RowOrder } from '../sheets/storage/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { BatchCell, type BatchRow } from './batch-cell.ts'
import { type BatchCellRow, selectCellsWithin, selectRowsWithin } from './batch-queries.ts'
import type { Mirrored } from './cell-reads.ts'
import type { ColumnReferences } from './column-plan.ts'
import { neededColumns, planSheet, type SheetPlan } from './column-plan.ts'
import type { IdRange } from './queue-queries.ts'

export interface LoadedBatch {
  readonly plan: SheetPlan
  readonly rows: readonly BatchRow[]
  /** The version count of the sheet, read before all other data. */
  readonly version: number
}

export type Resolve = (loaded: LoadedSheet) => Promise<ReadonlyMap<string, ColumnReferences>>

/** The columns to compute, which are loaded with their inputs; null for all columns. */
export interface BatchScope {
  readonly sheet: number
  readonly execution: string | null
  readonly rows: readonly IdRange[]
  readonly columns: readonly number[] | null
}

/** Cells of one read: about a millisecond. */
const cellsOfRead = 500
/** Rows whose texts one read loads. */
const rowsOfRead = 100

/**
 * Reads the rows of a batch. Cells are read first, with their generations: a later change of a text, a column or
 * another sheet changes the generation, so that the cell can no longer be written. `loadedBefore` is not read again;
 * the change that writes checks it with `isUnaffectedBy`.
 */
export async function loadBatch(
  source: Store | Tx,
  workspace: WorkspaceId,
  scope: BatchScope,
  resolve: Resolve,
  loadedBefore?: LoadedSheet,
): Promise<LoadedBatch | null> {
  const { sheet: number, execution, rows: ranges } = scope
  const db = 'db' in source ? source.db : source
  const key: Pick<SheetRow, 'workspace_id' | 'number'> = { workspace_id: workspace, number }
  const before = loadedBefore ?? (await loadSheetByNumber(db, workspace, number))
  if (!before) return null
  const columns = scope.columns && neededColumns(before, scope.columns)
  const pace = new Pace({ isInTransaction: !('db' in source) })
  const cells: BatchCellRow[] = []
  const width = columns ? columns.length : before.columns.length
  for (const range of piecesOf(ranges, Math.max(1, Math.floor(cellsOfRead / Math.max(1, width))))) {
    for (const cell of await selectCellsWithin(source, key, range, columns)) cells.push(cell)
    await pace.pause()
  }
  const loaded = loadedBefore ?? (await loadSheetByNumber(db, workspace, number))
  if (!loaded) return null
  if (columns && !neededColumns(loaded, scope.columns!).every((column) => columns.includes(column)))
    return loadBatch(source, workspace, scope, resolve)
  const references = await resolve(loaded)
  const order = RowOrder.parse(loaded.sheet.gaps)
  const stored = []
  for (const range of piecesOf(ranges, rowsOfRead)) {
    for (const row of await selectRowsWithin(db, key, range)) stored.push(row)
    await pace.pause()
  }
  const rows = new Map<number, BatchRow>()
  for (const { id, position, texts, since } of stored)
    rows.set(id, { id, index: order.indexOf(position), since, texts: parseTexts(texts), cells: [] })
  const mirrored =
    loaded.sheets.size > 1 || hasMirrors(loaded) ? await readMirrored(db, loaded, stored) : null
  const plan = planSheet(loaded, mirrored, references)
  const slotOf = new Map(plan.columns.map(({ row, slot }) => [row.number, slot]))
  for (const [index, cell] of cells.entries()) {
    if (index % cellsOfRead === 0) await pace.pause()
    const slot = slotOf.get(cell[1])
    const row = rows.get(cell[0])
    if (slot !== undefined && row) row.cells[slot] = new BatchCell(cell, execution)
  }
  return { plan, rows: [...rows.values()], version: before.sheet.version_count }
}

function* piecesOf(ranges: readonly IdRange[], size: number): Generator<IdRange> {
  for (const [first, last] of ranges)
    for (let from = first; from <= last; from += size) yield [from, Math.min(last, from + size - 1)]
}

export const hasMirrors = ({ graph, columns }: LoadedSheet): boolean =>
  columns.some(({ id }) => graph.find(id)!.kind === 'mirror')

async function readMirrored(
  db: Database | Tx,
  loaded: LoadedSheet,
  stored: Awaited<ReturnType<typeof selectRowsWithin>>,
): Promise<Mirrored> {
  const order = RowOrder.parse(loaded.sheet.gaps)
  const indexedRows = stored.map((row) => withIndex(order, row))
  const byId = new Map(indexedRows.map((row) => [row.id, row]))
  const cells = await readCells(db, loaded, indexedRows)
  const contentOf = (id: string, row: BatchRow) => cells.content(loaded.byId.get(id)!, byId.get(row.id)!)
  return {
    status: (id, row) => {
      const { status } = contentOf(id, row)
      return { state: status, resting: 'STALE', awaiting: false }
    },
    value: (id, row) => contentOf(id, row).value,
    measured: (id, row, metric) => contentOf(id, row).metrics?.[metric] ?? null,
  }
}
