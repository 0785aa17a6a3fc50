import type { Json } from '../../../engine/json/json.ts'
import { rowsAdded, structureEffects } from '../../../engine/sheet/index.ts'
import type { Context } from '../../context.ts'
import type { SheetColumnRow, SheetRow, SheetRowRow, Tx } from '../../db/index.ts'
import { addColumns, cellsOf, readCells, saveColumn, withIndex } from '../../sheets/index.ts'
import {
  findTableOf,
  insertSheetRows,
  type LoadedSheet,
  loadForChange,
  noSheet,
  RowOrder,
  recordPart,
  runEffects,
  saveVersionOf,
  updateSheetRow,
  withColumnsChanged,
} from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { refuseTooManyRows } from './add-batch.ts'
import { refusingFailures } from './refusing-failures.ts'
import { traceValue } from './trace-value.ts'

const defaultTitle = 'Trace'

export interface AddedTrace {
  readonly traceId: string
  /** The span that is imported with all spans below it; null for the whole trace. */
  readonly spanId: string | null
  readonly metadata: Record<string, unknown>
  /** The person or API key that adds the trace. */
  readonly author: string
}

/** The address of a sheet; the id of the table may be missing. */
export interface AddressedSheet {
  readonly sheet_id: string
  readonly table_id: string | undefined
}

/** Adds a trace to the first TRACE column, and `metadata` to text columns with the same titles. */
export async function addTraceToSheet(
  { store, now }: Pick<Context, 'store' | 'now'>,
  workspace: WorkspaceId,
  { sheet_id, table_id }: AddressedSheet,
  { traceId, spanId, metadata, author }: AddedTrace,
) {
  const value = await traceValue(store, workspace, traceId, spanId)
  return store.transact(async (tx) => {
    const table = table_id ?? (await findTableOf(tx, workspace, sheet_id.toLowerCase()))
    if (table === undefined) throw noSheet()
    const address = { table_id: table, sheet_id }
    const { loaded, column } = await traceColumn(
      tx,
      await loadForChange(tx, workspace, address, now()),
      author,
    )
    const { sheet, graph } = loaded
    const rowCount = sheet.row_count + 1
    await refusingFailures(async () => refuseTooManyRows(rowCount))
    const row = newRow(sheet, { ...metadataTexts(loaded, metadata), [column.number]: value })
    await insertSheetRows(tx, [row])
    await updateSheetRow(tx, sheet, {
      row_count: rowCount,
      next_row_id: sheet.next_row_id + 1,
      next_position: sheet.next_position + 1,
    })
    await runEffects(tx, loaded, rowsAdded(graph, sheet.id, sheet.row_count, rowCount), sheet.updated_at)
    await recordPart(tx, sheet, 'rows')
    const indexedRow = withIndex(RowOrder.parse(sheet.gaps), row)
    const cells = await readCells(tx, loaded, [indexedRow])
    return {
      success: true as const,
      mode: spanId === null ? ('trace' as const) : ('span' as const),
      sheet_id: sheet.id,
      row_index: indexedRow.index,
      row: { row_index: indexedRow.index, cells: cellsOf(loaded, cells, indexedRow, true) },
      version: sheet.version_count,
    }
  })
}

const newRow = (sheet: SheetRow, texts: Readonly<Record<string, Json>>): SheetRowRow => ({
  workspace_id: sheet.workspace_id,
  sheet: sheet.number,
  id: sheet.next_row_id,
  position: sheet.next_position,
  texts: JSON.stringify(texts),
  since: sheet.version_count,
  updated_at: sheet.updated_at,
})

function metadataTexts({ columns }: LoadedSheet, metadata: Record<string, unknown>): Record<string, Json> {
  const texts: Record<string, Json> = {}
  for (const { type, title, number } of columns)
    if (type === 'TEXT' && Object.hasOwn(metadata, title) && metadata[title] !== null)
      texts[number] = metadata[title] as Json
  return texts
}

/**
 * Returns the TRACE column. Without one, returns a text column with the default title, which the Python SDK creates;
 * otherwise makes a column.
 */
async function traceColumn(tx: Tx, loaded: LoadedSheet, author: string) {
  const column = loaded.columns.find(({ type }) => type === 'TRACE')
  if (column) return { loaded, column }
  const titledColumn = loaded.columns.find(({ type, title }) => type === 'TEXT' && title === defaultTitle)
  return titledColumn
    ? turnIntoTraceColumn(tx, loaded, titledColumn, author)
    : newTraceColumn(tx, loaded, author)
}

async function turnIntoTraceColumn(tx: Tx, loaded: LoadedSheet, column: SheetColumnRow, author: string) {
  const traces: SheetColumnRow = { ...column, type: 'TRACE', config: '{}' }
  const withTraces = withColumnsChanged(loaded, (all) =>
    all.map((other) => (other.id === column.id ? traces : other)),
  )
  await runEffects(
    tx,
    withTraces,
    structureEffects(loaded.graph, withTraces.graph, false),
    loaded.sheet.updated_at,
  )
  const saved = await saveColumn(tx, withTraces, column.id, column)
  const reason = { reason: 'column_updated', column_id: saved.id } as const
  return { loaded: await saveVersionOf(tx, withTraces, reason, author), column: saved }
}

async function newTraceColumn(tx: Tx, before: LoadedSheet, author: string) {
  const column = { title: defaultTitle, type: 'TRACE', config: '{}' }
  const reasonFor = ({ id }: SheetColumnRow) => ({ reason: 'column_created', column_id: id }) as const
  const { loaded, added } = await addColumns(tx, before, [column], reasonFor, author)
  return { loaded, column: added[0]! }
}
