import type { Json } from '../../../engine/columns/json.ts'
import { parseExact } from '../../../engine/json/exact-number.ts'
import type { Database, SheetRow } from '../../db/index.ts'
import { cellsAt, parseTexts, rowsBehind, type Texts } from '../../sheets/index.ts'

/** The content of a row by column number. */
export interface SnapshotCells {
  readonly texts: Texts
  readonly cells: ReadonlyMap<number, ComputedCell>
}

interface ComputedCell {
  readonly value: Json
  readonly price: number | null
  readonly latency_ms: number | null
}

/** The rows of a sheet as of `sheet`, in order. */
export class SnapshotRows {
  readonly #db: Database
  readonly #sheet: SheetRow
  #position = -1
  /** Characters of the last batch. */
  size = 0

  constructor(db: Database, sheet: SheetRow) {
    this.#db = db
    this.#sheet = sheet
  }

  async next(count: number): Promise<SnapshotCells[]> {
    const at = this.#sheet.version_count
    const rows = await rowsBehind(this.#db, this.#sheet, at, this.#position, count)
    this.#position = rows.at(-1)?.position ?? this.#position
    const ids = rows.map(({ id }) => id)
    const cells = await cellsAt(this.#db, this.#sheet, at, ids)
    const byRow = Map.groupBy(cells, ({ row_id }) => row_id)
    this.size = 0
    for (const { texts } of rows) this.size += texts.length
    for (const { value } of cells) this.size += value?.length ?? 0
    return rows.map(({ id, texts }) => ({
      texts: parseTexts(texts),
      cells: new Map(
        (byRow.get(id) ?? []).map(({ column_number, value, price, latency_ms }) => [
          column_number,
          { value: value === null ? null : (parseExact(value) as Json), price, latency_ms },
        ]),
      ),
    }))
  }
}
