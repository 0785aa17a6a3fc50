import type { Json } from '../../../engine/columns/json.ts'
import { parseExact } from '../../../engine/json/exact-number.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { DEFAULT_TOKENS, readBoolean, readNumber } from '../../../engine/sheet/index.ts'
import type { Database } from '../../db/index.ts'
import { displayOf } from '../../files/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import {
  cellsAt,
  columnsAt,
  configOf,
  findVersionById,
  type LoadedSheet,
  loadSheet,
  noVersion,
  parseTexts,
  rowsAt,
  type SheetAddress,
  scanRows,
  typeOf,
} from '../../sheets/index.ts'

export interface Measured {
  readonly rowId: number
  readonly index: number
  /** The key for matching rows of another sheet; null to match by index. */
  readonly key: string | null
  readonly value: number | null
}

interface Wanted {
  /** Titles or ids. */
  readonly column: string
  readonly key_column: string | undefined
  readonly version: string | undefined
}

export interface MeasuredColumn {
  readonly rows: readonly Measured[]
  readonly lowerIsBetter: boolean
}

/** The values of a column as numbers, now or in a saved version. */
export async function measureColumn(
  db: Database,
  workspace: WorkspaceId,
  address: SheetAddress,
  wanted: Wanted,
): Promise<MeasuredColumn> {
  const loaded = await loadSheet(db, workspace, address)
  return wanted.version === undefined
    ? measureNow(db, loaded, wanted)
    : measureThen(db, loaded, wanted, wanted.version)
}

/** 1 and 0 for booleans; null for values that are neither boolean nor numeric. */
export function numberOf(value: Json): number | null {
  const truth = readBoolean(value, DEFAULT_TOKENS)
  return truth === null ? readNumber(value) : Number(truth)
}

async function measureNow(db: Database, loaded: LoadedSheet, wanted: Wanted): Promise<MeasuredColumn> {
  const column = columnNamed(loaded.columns, wanted.column, 'column')
  const by =
    wanted.key_column === undefined ? null : columnNamed(loaded.columns, wanted.key_column, 'key_column')
  const rows: Measured[] = []
  for await (const { rows: some, cells } of scanRows(db, loaded))
    for (const row of some) {
      const { status, value } = cells.content(column, row)
      rows.push({
        rowId: row.id,
        index: row.index,
        key: by && displayOf(cells.content(by, row).value),
        value: status === 'COMPLETED' ? numberOf(value) : null,
      })
    }
  return { rows, lowerIsBetter: isLowerBetter(column) }
}

/** Rows in one read; each page skips the rows before it. */
const rowsAtOnce = 5000

async function measureThen(
  db: Database,
  { sheet }: LoadedSheet,
  wanted: Wanted,
  id: string,
): Promise<MeasuredColumn> {
  const version = await findVersionById(db, sheet, id)
  if (!version) throw noVersion()
  const at = version.version_count
  const columns = await columnsAt(db, sheet, at)
  const column = columnNamed(columns, wanted.column, 'column')
  const by = wanted.key_column === undefined ? null : columnNamed(columns, wanted.key_column, 'key_column')
  const rows: Measured[] = []
  for (let offset = 0; ; offset += rowsAtOnce) {
    const some = await rowsAt(db, sheet, at, offset, rowsAtOnce)
    if (some.length === 0) return { rows, lowerIsBetter: isLowerBetter(column) }
    const ids = some.map((row) => row.id)
    const cells = (await cellsAt(db, sheet, at, ids)).filter(
      ({ column_number, error, stale_since }) =>
        column_number === column.number && error === null && (stale_since === null || stale_since > at),
    )
    const computed = new Map(cells.map((cell) => [cell.row_id, parseExact(cell.value!) as Json]))
    for (const [rowOffset, row] of some.entries()) {
      const texts = parseTexts(row.texts)
      rows.push({
        rowId: row.id,
        index: offset + rowOffset,
        key: by && displayOf(texts[by.number] ?? null),
        value: numberOf(computed.get(row.id) ?? texts[column.number] ?? null),
      })
    }
  }
}

interface Named {
  readonly id: string
  readonly number: number
  readonly title: string
}

/** @throws Refusal 'bad_request' unless exactly one column has that id or title. */
export function columnNamed<C extends Named>(columns: readonly C[], name: string, field: string): C {
  const found = columns.filter(({ id, title }) => id === name.toLowerCase() || title === name)
  if (found.length === 1) return found[0]!
  const why = found.length === 0 ? 'the sheet has no such column' : `${found.length} columns have that title`
  throw new Refusal('bad_request', `${field}: "${name}": ${why}.`, { field })
}

const isLowerBetter = ({ type: name, config }: { readonly type: string; readonly config: string | null }) => {
  const type = typeOf(name)
  return type.score(type.config(configOf({ config }))) === 'lower-is-better'
}
