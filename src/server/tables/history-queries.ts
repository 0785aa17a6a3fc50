import { sql } from 'kysely'
import { chunksOf, type SheetColumnRow, type SheetRow, type Tx } from '../db/index.ts'
import type { PositionRange } from './row-order.ts'

/**
 * What saved versions still need, kept when it is overwritten: content of `since` up to `until` of the sheet's
 * version_count. What came after the last saved version is in none, and is overwritten without a trace; so a
 * version costs what changes after it, once.
 */

type Sheet = Pick<SheetRow, 'workspace_id' | 'number' | 'version_count' | 'saved_at'>

const rowColumns = ['workspace_id', 'sheet', 'id', 'since', 'position', 'texts', 'updated_at'] as const

const cellColumns = [
  ...(['workspace_id', 'sheet', 'row_id', 'column_number', 'value', 'evidence', 'error'] as const),
  ...(['input_hash', 'computed_version', 'since', 'stale_since'] as const),
  ...(['price', 'latency_ms', 'metrics', 'updated_at'] as const),
]

/** Never stands in a table: makes a statement that preserves nothing unnecessary. */
const nothingSaved = ({ saved_at }: Sheet) => saved_at === 0

interface Ids {
  readonly ids: readonly number[]
}
interface Later {
  readonly since: number
}

export async function preserveRows(
  tx: Tx,
  sheet: Sheet,
  which: Ids | Later | { readonly at: PositionRange },
) {
  if (nothingSaved(sheet)) return
  const until = sql<number>`${sql.lit(sheet.version_count)}`.as('until')
  for (const part of partsOf(which))
    await tx
      .insertInto('sheet_row_history')
      .columns([...rowColumns, 'until'])
      .expression((insert) => {
        const query = insert
          .selectFrom('sheet_rows')
          .select([...rowColumns, until])
          .where('workspace_id', '=', sheet.workspace_id)
          .where('sheet', '=', sheet.number)
          .where('since', '<=', sheet.saved_at)
        if ('ids' in part) return query.where('id', 'in', part.ids)
        if ('since' in part) return query.where('since', '>', part.since)
        return query.where('position', '>=', part.at.from).where('position', '<=', part.at.to)
      })
      .execute()
}

export async function preserveCellsOfRows(tx: Tx, sheet: Sheet, which: Ids | Later) {
  if (nothingSaved(sheet)) return
  const until = sql<number>`${sql.lit(sheet.version_count)}`.as('until')
  for (const part of partsOf(which))
    await tx
      .insertInto('sheet_cell_history')
      .columns([...cellColumns, 'until'])
      .expression((insert) => {
        const query = insert
          .selectFrom('sheet_cells')
          .select([...cellColumns, until])
          .where('workspace_id', '=', sheet.workspace_id)
          .where('sheet', '=', sheet.number)
          .where('since', '<=', sheet.saved_at)
          // A cell that has only been queued has nothing to keep.
          .where((where) => where.or([where('value', 'is not', null), where('error', 'is not', null)]))
        return 'ids' in part ? query.where('row_id', 'in', part.ids) : query.where('since', '>', part.since)
      })
      .execute()
}

export async function preserveCell(tx: Tx, sheet: Sheet, rowId: number, columnNumber: number) {
  if (nothingSaved(sheet)) return
  await tx
    .insertInto('sheet_cell_history')
    .columns([...cellColumns, 'until'])
    .expression((insert) =>
      insert
        .selectFrom('sheet_cells')
        .select([...cellColumns, sql<number>`${sql.lit(sheet.version_count)}`.as('until')])
        .where('workspace_id', '=', sheet.workspace_id)
        .where('sheet', '=', sheet.number)
        .where('row_id', '=', rowId)
        .where('column_number', '=', columnNumber)
        .where('since', '<=', sheet.saved_at)
        .where((where) => where.or([where('value', 'is not', null), where('error', 'is not', null)])),
    )
    .execute()
}

function* partsOf<W extends object>(which: W | Ids): Generator<W | Ids> {
  if (!('ids' in which)) yield which
  else for (const ids of chunksOf(which.ids)) yield { ids }
}

export async function preserveColumn(tx: Tx, sheet: Sheet, column: SheetColumnRow) {
  if (column.since > sheet.saved_at) return
  const { stored_cells: _, ...content } = column
  await tx
    .insertInto('sheet_column_history')
    .values({ ...content, until: sheet.version_count })
    .execute()
}
