import type { Database, SheetRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { type LoadedSheet, loadSheetByNumber } from '../load-sheet.ts'
import { placeRow, readCells } from '../read-cells.ts'
import { RowOrder } from '../row-order.ts'
import { parseTexts } from '../values.ts'
import { BatchCell, type BatchRow } from './batch-cell.ts'
import { type BatchCellRow, selectCellsWithin, selectRowsWithin } from './batch-queries.ts'
import { type Mirrored, planSheet, type SheetPlan } from './column-plan.ts'
import type { IdRange } from './queue-queries.ts'
import type { ColumnReferences } from './resolved.ts'

export interface LoadedBatch {
  readonly plan: SheetPlan
  readonly rows: readonly BatchRow[]
}

export type Resolve = (loaded: LoadedSheet) => Promise<ReadonlyMap<string, ColumnReferences>>

/**
 * The rows of a batch with all of their cells. Cells are read first, with the generations that give the right to
 * write: whatever changes after that, a text, a column, a cell of another sheet, takes the right away.
 */
export async function loadBatch(
  db: Database | Tx,
  workspace: WorkspaceId,
  {
    sheet: number,
    execution,
    rows: ranges,
  }: { sheet: number; execution: string | null; rows: readonly IdRange[] },
  resolve: Resolve,
): Promise<LoadedBatch | null> {
  const key: Pick<SheetRow, 'workspace_id' | 'number'> = { workspace_id: workspace, number }
  const cells: BatchCellRow[] = []
  for (const range of ranges) cells.push(...(await selectCellsWithin(db, key, range)))
  const loaded = await loadSheetByNumber(db, workspace, number)
  if (!loaded) return null
  const references = await resolve(loaded)
  const order = RowOrder.parse(loaded.sheet.gaps)
  const stored = []
  for (const range of ranges) stored.push(...(await selectRowsWithin(db, key, range)))
  const rows = new Map<number, BatchRow>()
  for (const { id, position, texts, since } of stored)
    rows.set(id, { id, index: order.indexOf(position), since, texts: parseTexts(texts), cells: [] })
  const mirrored =
    loaded.sheets.size > 1 || hasMirrors(loaded) ? await readMirrored(db, loaded, stored) : null
  const plan = planSheet(loaded, mirrored, references)
  const slotOf = new Map(plan.columns.map(({ row, slot }) => [row.number, slot]))
  for (const cell of cells) {
    const slot = slotOf.get(cell.column_number)
    const row = rows.get(cell.row_id)
    if (slot !== undefined && row) row.cells[slot] = new BatchCell(cell, execution)
  }
  return { plan, rows: [...rows.values()] }
}

const hasMirrors = ({ graph, columns }: LoadedSheet): boolean =>
  columns.some(({ id }) => graph.find(id)!.kind === 'mirror')

async function readMirrored(
  db: Database | Tx,
  loaded: LoadedSheet,
  stored: Awaited<ReturnType<typeof selectRowsWithin>>,
): Promise<Mirrored> {
  const order = RowOrder.parse(loaded.sheet.gaps)
  const placed = stored.map((row) => placeRow(order, row))
  const byId = new Map(placed.map((row) => [row.id, row]))
  const cells = await readCells(db, loaded, placed)
  const contentOf = (id: string, row: BatchRow) => cells.content(loaded.byId.get(id)!, byId.get(row.id)!)
  return {
    status: (id, row) => {
      const { status } = contentOf(id, row)
      return { state: status, resting: 'STALE', awaiting: false }
    },
    value: (id, row) => contentOf(id, row).value,
  }
}
