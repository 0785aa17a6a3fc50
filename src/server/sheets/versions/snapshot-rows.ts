import type { Json } from '../../../engine/json/json.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import type { Database, SheetRow } from '../../db/index.ts'
import { cellsAt, rowsAfter } from '../storage/content-queries.ts'
import { parseTexts, type Texts } from '../storage/values.ts'

/** A row with its content by column number. */
export interface SnapshotRow {
  readonly id: number
  readonly texts: Texts
  readonly cells: ReadonlyMap<number, SnapshotCell>
}

interface SnapshotCell {
  /** The value, which is parsed each time it is read. */
  readonly value: Json
  readonly isStale: boolean
  readonly price: number | null
  readonly latency_ms: number | null
}

/** The rows of a sheet at a version count, in order. */
export class SnapshotRows {
  readonly #db: Database
  readonly #sheet: SheetRow
  readonly #versionCount: number
  #position = -1
  /** Characters of the last batch that was read. */
  size = 0

  constructor(db: Database, sheet: SheetRow, versionCount: number) {
    this.#db = db
    this.#sheet = sheet
    this.#versionCount = versionCount
  }

  async next(count: number): Promise<SnapshotRow[]> {
    const rows = await rowsAfter(this.#db, this.#sheet, this.#versionCount, this.#position, count)
    this.#position = rows.at(-1)?.position ?? this.#position
    const ids = rows.map(({ id }) => id)
    const cells = await cellsAt(this.#db, this.#sheet, this.#versionCount, ids)
    const byRow = Map.groupBy(cells, ({ row_id }) => row_id)
    this.size = 0
    for (const { texts } of rows) this.size += texts.length
    for (const { value } of cells) this.size += value?.length ?? 0
    return rows.map(({ id, texts }) => ({
      id,
      texts: parseTexts(texts),
      cells: new Map(
        (byRow.get(id) ?? []).map(({ column_number, value, stale_since, price, latency_ms }) => {
          const cell = {
            get value() {
              return value === null ? null : (parseExact(value) as Json)
            },
            isStale: stale_since !== null && stale_since <= this.#versionCount,
            price,
            latency_ms,
          }
          return [column_number, cell]
        }),
      ),
    }))
  }
}
