import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { pendingStates } from '../../../engine/sheet/index.ts'
import {
  chunksOf,
  enqueue,
  type SheetColumnRow,
  type SheetRow,
  type Tables,
  type Tx,
} from '../../db/index.ts'
import type { PositionRange } from './row-order.ts'

/**
 * Preserves content that is overwritten, if saved versions need it, as valid from `since` to `until` of the
 * version_count. Content that is newer than the last saved version is in no version and is not preserved. So a saved
 * version takes space only for later changes.
 */

type Sheet = Pick<SheetRow, 'workspace_id' | 'number' | 'version_count' | 'saved_at'>

const rowColumns = ['workspace_id', 'sheet', 'id', 'since', 'position', 'texts', 'updated_at'] as const

const cellColumns = [
  ...(['workspace_id', 'sheet', 'row_id', 'column_number', 'value', 'evidence', 'error'] as const),
  ...(['input_hash', 'computed_version', 'since', 'stale_since'] as const),
  ...(['price', 'latency_ms', 'metrics', 'updated_at'] as const),
]

/** True if there is no saved version, so that nothing must be preserved. */
const hasNoVersion = ({ saved_at }: Sheet) => saved_at === 0

interface Ids {
  readonly ids: readonly number[]
}
interface Later {
  readonly since: number
}

export async function preserveRows(
  tx: Tx,
  sheet: Sheet,
  selection: Ids | Later | { readonly at: PositionRange },
) {
  if (hasNoVersion(sheet)) return
  const until = sql<number>`${sql.lit(sheet.version_count)}`.as('until')
  for (const part of partsOf(selection)) {
    const insertion = tx
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
    await enqueue(tx, insertion)
  }
}

export async function preserveCellsOfRows(tx: Tx, sheet: Sheet, selection: Ids | Later) {
  for (const part of partsOf(selection))
    await preserveCells(tx, sheet, (where) =>
      'ids' in part ? where('row_id', 'in', part.ids) : where('since', '>', part.since),
    )
}

export async function preserveCell(tx: Tx, sheet: Sheet, rowId: number, columnNumber: number) {
  await preserveCells(tx, sheet, (where) => where.and({ row_id: rowId, column_number: columnNumber }))
}

/** Call this before all answers of a column are removed. */
export async function preserveAnswers(tx: Tx, sheet: Sheet, columnNumber: number) {
  await preserveCells(tx, sheet, (where) => where('column_number', '=', columnNumber))
}

/** A cell that a run is about to write. */
export interface RunCell {
  readonly row: number
  readonly column: number
  readonly generation: number
}

/**
 * Preserves only the cells that the run may still write, so that no content is stored twice. Without an execution, the
 * cells are unchanged since they were read.
 */
export async function preserveCellsOfRun(
  tx: Tx,
  sheet: Sheet,
  execution: string | null,
  cells: readonly RunCell[],
) {
  for (const isSelected of runCellConditions(execution, cells)) await preserveCells(tx, sheet, isSelected)
}

/**
 * Preserves stale cells that become fresh with the same value. In versions that were saved while they were stale they
 * stay stale (`now if saved as stale` in the table of moves).
 */
export async function preserveStaleCells(tx: Tx, sheet: Sheet, isSelected: CellCondition) {
  await preserveCells(tx, sheet, (where) =>
    where.and([where('stale_since', '<=', sheet.saved_at), isSelected(where)]),
  )
}

export async function preserveStaleCellsOfRun(
  tx: Tx,
  sheet: Sheet,
  execution: string | null,
  cells: readonly RunCell[],
) {
  for (const isSelected of runCellConditions(execution, cells))
    await preserveStaleCells(tx, sheet, isSelected)
}

/** Maximum cells in one statement, which both engines accept in an `in (...)`. */
const maxCells = 1000

/**
 * Yields conditions for cells. Columns with the same rows share a condition, so that the primary key is used; for a
 * list of triples PostgreSQL would scan the sheet.
 */
function* runCellConditions(execution: string | null, cells: readonly RunCell[]): Generator<CellCondition> {
  const columns = [...Map.groupBy(cells, ({ column }) => column).values()]
  for (const columnsWithSameRows of Map.groupBy(columns, (columnCells) =>
    columnCells.map(({ row }) => row).join(),
  ).values()) {
    const numbers = columnsWithSameRows.map(([first]) => first!.column)
    const indexes = columnsWithSameRows[0]!.map((_, index) => index)
    for (const chunk of chunksOf(indexes, Math.max(1, Math.floor(maxCells / numbers.length)))) {
      const rows = chunk.map((index) => columnsWithSameRows[0]![index]!.row)
      yield (where) => {
        const conditions = [where('column_number', 'in', numbers), isAmong(rows)]
        if (execution === null) return where.and(conditions)
        const triples = columnsWithSameRows.flatMap((column) =>
          chunk.map((index) => {
            const { row, column: number, generation } = column[index]!
            return sql`(${sql.lit(row)}, ${sql.lit(number)}, ${sql.lit(generation)})`
          }),
        )
        return where.and([
          ...conditions,
          where('execution_id', '=', execution),
          where('status', 'in', pendingStates),
          sql<boolean>`(row_id, column_number, generation) in (values ${sql.join(triples)})`,
        ])
      }
    }
  }
}

/** A condition on rows. Consecutive rows are one range of the key; a list is one lookup for each row. */
function isAmong(rows: readonly number[]) {
  const first = Math.min(...rows)
  const last = Math.max(...rows)
  if (last - first === rows.length - 1)
    return sql<boolean>`row_id between ${sql.lit(first)} and ${sql.lit(last)}`
  return sql<boolean>`row_id in (${sql.join(rows.map((row) => sql.lit(row)))})`
}

type CellCondition = (where: ExpressionBuilder<Tables, 'sheet_cells'>) => Expression<SqlBool>

async function preserveCells(tx: Tx, sheet: Sheet, isSelected: CellCondition) {
  if (hasNoVersion(sheet)) return
  const insertion = tx
    .insertInto('sheet_cell_history')
    .columns([...cellColumns, 'until'])
    .expression((insert) =>
      insert
        .selectFrom('sheet_cells')
        .select([...cellColumns, sql<number>`${sql.lit(sheet.version_count)}`.as('until')])
        .where('workspace_id', '=', sheet.workspace_id)
        .where('sheet', '=', sheet.number)
        .where('since', '<=', sheet.saved_at)
        // A queued cell without content has nothing to preserve.
        .where((where) => where.or([where('value', 'is not', null), where('error', 'is not', null)]))
        .where(isSelected),
    )
  await enqueue(tx, insertion)
}

function* partsOf<W extends object>(selection: W | Ids): Generator<W | Ids> {
  if (!('ids' in selection)) yield selection
  else for (const ids of chunksOf(selection.ids)) yield { ids }
}

export async function preserveColumn(tx: Tx, sheet: Sheet, column: SheetColumnRow) {
  if (column.since > sheet.saved_at) return
  const { stored_cells: _, ...content } = column
  await tx
    .insertInto('sheet_column_history')
    .values({ ...content, until: sheet.version_count })
    .execute()
}
