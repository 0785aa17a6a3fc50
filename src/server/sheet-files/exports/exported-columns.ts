import type { Json } from '../../../engine/json/json.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { unusedTitle } from '../../../engine/sheet/unused-title.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import type { SnapshotRow } from '../../sheets/index.ts'
import { type LoadedSheet, systemColumnsOf, traceMetrics } from '../../sheets/storage/index.ts'

export interface ExportedColumn {
  /** The title, unique in the file. */
  readonly title: string
  /** Id of the sheet whose row has the value; null if the column shows no sheet. */
  readonly sheet: string | null
  valueIn(row: SnapshotRow): Json
}

/** The columns of a file, from left to right. @throws Refusal if a column does not exist. */
export function exportedColumns(
  loaded: LoadedSheet,
  columnIds: readonly string[] | undefined,
  withSystem: boolean,
): ExportedColumn[] {
  const all = loaded.columns.flatMap((column) => [
    { id: column.id, title: column.title, ...readerOf(loaded, column) },
    ...systemColumnsOf(column).map(({ id, title, metric }) => ({
      id,
      title,
      isSystem: true,
      ...metricReaderOf(loaded, column, metric),
    })),
  ])
  const ids = columnIds?.map((id) => id.toLowerCase())
  const absent = ids?.find((id) => all.every((column) => column.id !== id))
  if (absent !== undefined)
    throw new Refusal('bad_request', 'column_ids: the sheet has no such column.', {
      loc: ['query', 'column_ids'],
    })
  const exported = ids
    ? all.filter(({ id }) => ids.includes(id))
    : all.filter((column) => withSystem || !('isSystem' in column))
  const titles: string[] = []
  return exported.map(({ title, sheet, valueIn }) => {
    titles.push(unusedTitle(title, titles))
    return { title: titles.at(-1)!, sheet, valueIn }
  })
}

type Reader = Pick<ExportedColumn, 'sheet' | 'valueIn'>
const noValues: Reader = { sheet: null, valueIn: () => null }

function readerOf(loaded: LoadedSheet, column: SheetColumnRow): Reader {
  const shownColumn = shownColumnOf(loaded, column)
  if (!shownColumn) return noValues
  const { kind, sheet } = loaded.graph.find(shownColumn.id)!
  const { number } = shownColumn
  if (kind === 'input') return { sheet, valueIn: (row) => row.texts[number] ?? null }
  return { sheet, valueIn: (row) => row.cells.get(number)?.value ?? null }
}

function metricReaderOf(loaded: LoadedSheet, column: SheetColumnRow, metric: 'price' | 'latency_ms'): Reader {
  const { kind, sheet } = loaded.graph.find(column.id)!
  const { number } = column
  if (kind === 'input')
    return { sheet, valueIn: (row) => traceMetrics(row.texts[number] ?? null)?.[metric] ?? null }
  return { sheet, valueIn: (row) => row.cells.get(number)?.[metric] ?? null }
}

/** Returns the column itself, or for a COMPOSITION the column that it finally shows. */
function shownColumnOf({ graph, byId }: LoadedSheet, column: SheetColumnRow): SheetColumnRow | null {
  let shownColumn: SheetColumnRow | undefined = column
  while (shownColumn && graph.find(shownColumn.id)!.kind === 'mirror') {
    const next: string | null | undefined = graph.isInCycle(shownColumn.id)
      ? null
      : graph.sources(shownColumn.id)[0]?.column
    shownColumn = next ? byId.get(next) : undefined
  }
  return shownColumn ?? null
}
