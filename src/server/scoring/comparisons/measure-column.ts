import type { Json } from '../../../engine/json/json.ts'
import { badField } from '../../../engine/refusal.ts'
import { DEFAULT_TOKENS, readBoolean, readNumber } from '../../../engine/sheet/index.ts'
import type { Database } from '../../db/index.ts'
import { displayOf } from '../../files/index.ts'
import { firstRows, getVersion, rowsOfNextPiece, SnapshotRows, scanRows } from '../../sheets/index.ts'
import {
  columnsAt,
  configOf,
  type LoadedSheet,
  loadSheet,
  type SheetAddress,
  typeOf,
} from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

export interface MeasuredRow {
  readonly rowId: number
  readonly index: number
  /** The key by which rows of another sheet are matched; null: by index. */
  readonly key: string | null
  readonly value: number | null
}

interface ColumnSide {
  /** The title or id of the column. The same holds for `key_column`. */
  readonly column: string
  readonly key_column: string | undefined
  readonly version: string | undefined
}

export interface MeasuredColumn {
  readonly rows: readonly MeasuredRow[]
  readonly lowerIsBetter: boolean
}

/** Reads the values of a column as numbers, now or in a saved version. */
export async function measureColumn(
  db: Database,
  workspace: WorkspaceId,
  address: SheetAddress,
  side: ColumnSide,
): Promise<MeasuredColumn> {
  const loaded = await loadSheet(db, workspace, address)
  return side.version === undefined
    ? measureCurrent(db, loaded, side)
    : measureAtVersion(db, loaded, side, side.version)
}

/** 1 and 0 for booleans; null for values that are neither boolean nor numeric. */
export function numberOf(value: Json): number | null {
  const truth = readBoolean(value, DEFAULT_TOKENS)
  return truth === null ? readNumber(value) : Number(truth)
}

async function measureCurrent(db: Database, loaded: LoadedSheet, side: ColumnSide): Promise<MeasuredColumn> {
  const column = columnNamed(loaded.columns, side.column, 'column')
  const keyColumn =
    side.key_column === undefined ? null : columnNamed(loaded.columns, side.key_column, 'key_column')
  const rows: MeasuredRow[] = []
  for await (const { rows: page, cells } of scanRows(db, loaded))
    for (const row of page) {
      const { status, value } = cells.content(column, row)
      rows.push({
        rowId: row.id,
        index: row.index,
        key: keyColumn && displayOf(cells.content(keyColumn, row).value),
        value: status === 'COMPLETED' ? numberOf(value) : null,
      })
    }
  return { rows, lowerIsBetter: isLowerBetter(column) }
}

async function measureAtVersion(
  db: Database,
  { sheet }: LoadedSheet,
  side: ColumnSide,
  id: string,
): Promise<MeasuredColumn> {
  const { version_count } = await getVersion(db, sheet, id)
  const columns = await columnsAt(db, sheet, version_count)
  const column = columnNamed(columns, side.column, 'column')
  const keyColumn = side.key_column === undefined ? null : columnNamed(columns, side.key_column, 'key_column')
  const snapshot = new SnapshotRows(db, sheet, version_count)
  const rows: MeasuredRow[] = []
  for (let count = firstRows; ; ) {
    const page = await snapshot.next(count)
    if (page.length === 0) return { rows, lowerIsBetter: isLowerBetter(column) }
    for (const { id: rowId, texts, cells } of page) {
      const cell = cells.get(column.number)
      const computed = cell?.isStale ? null : cell?.value
      rows.push({
        rowId,
        index: rows.length,
        key: keyColumn && displayOf(texts[keyColumn.number] ?? null),
        value: numberOf(computed ?? texts[column.number] ?? null),
      })
    }
    count = rowsOfNextPiece(page.length, snapshot.size)
  }
}

interface Named {
  readonly id: string
  readonly number: number
  readonly title: string
}

/** Finds a column. @throws Refusal 'bad_request' unless exactly one column has that id or title. */
export function columnNamed<C extends Named>(columns: readonly C[], name: string, field: string): C {
  const matchingColumns = columns.filter(({ id, title }) => id === name.toLowerCase() || title === name)
  if (matchingColumns.length === 1) return matchingColumns[0]!
  const why =
    matchingColumns.length === 0
      ? 'the sheet has no such column'
      : `${matchingColumns.length} columns have that title`
  throw badField(field, `${field}: "${name}": ${why}.`)
}

const isLowerBetter = ({ type: name, config }: { readonly type: string; readonly config: string | null }) => {
  const type = typeOf(name)
  return type.score(type.config(configOf({ config }))) === 'lower-is-better'
}
