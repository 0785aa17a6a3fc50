import { sql } from 'kysely'
import { type CellState, NEW_CELL, transition } from '../../engine/sheet/index.ts'
import { type Database, queryTogether, type SheetRow, type Tx } from '../db/index.ts'
import { isMovable, moveText } from '../sheets/storage/index.ts'

/** Row ids from the first to the last, both inclusive. */
export type IdRange = readonly [from: number, to: number]

/** Cells in these columns, rows and states. */
export interface CellSelection {
  /** Column numbers. */
  readonly columns: readonly number[]
  readonly rows: readonly IdRange[]
  /** True if the rows are all rows of the sheet. */
  readonly isWhole: boolean
  readonly states: readonly CellState[]
}

/** Maximum ranges in one statement, because each is a condition. */
const rangesPerStatement = 200

export function* statementsOf(ranges: readonly IdRange[]): Generator<readonly IdRange[]> {
  for (let start = 0; start < ranges.length; start += rangesPerStatement)
    yield ranges.slice(start, start + rangesPerStatement)
}

export const isInIdRanges = (column: string, ranges: readonly IdRange[]) =>
  sql<boolean>`(${sql.join(
    ranges.map(([from, to]) => sql`${sql.ref(column)} between ${sql.lit(from)} and ${sql.lit(to)}`),
    sql` or `,
  )})`

export const literals = (values: readonly (string | number)[]) =>
  sql.join(values.map((value) => sql.lit(value)))

/** Counts the cells in these columns and rows: those that are stored in one of these states, and those that are not stored. */
export async function countSelected(
  tx: Database | Tx,
  { workspace_id, number }: Pick<SheetRow, 'workspace_id' | 'number'>,
  { columns, rows, states }: CellSelection,
): Promise<{ readonly stored: number; readonly unstored: ReadonlyMap<number, number> }> {
  let stored = 0
  const unstored = new Map(columns.map((column) => [column, 0]))
  for (const ranges of statementsOf(rows)) {
    const [inSheet, countedCells] = await queryTogether(tx, [
      tx
        .selectFrom('sheet_rows')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .where(isInIdRanges('id', ranges)),
      tx
        .selectFrom('sheet_cells')
        .select(({ fn }) => [
          'column_number',
          fn.countAll<number>().as('cells'),
          sql<number>`sum(case when status in (${literals(states)}) and awaiting = 0 then 1 else 0 end)`.as(
            'selected',
          ),
        ])
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .where('column_number', 'in', columns)
        .where(isInIdRanges('row_id', ranges))
        .groupBy('column_number'),
    ])
    const { count } = inSheet.rows[0]!
    for (const column of columns) unstored.set(column, unstored.get(column)! + Number(count))
    for (const { column_number, cells, selected } of countedCells.rows) {
      stored += Number(selected)
      unstored.set(column_number, unstored.get(column_number)! - Number(cells))
    }
  }
  return { stored, unstored }
}

const newCell = transition(NEW_CELL, 'queue')!

/**
 * Queues the selected cells for a run. If STALE is selected, cells that are not stored are inserted. Returns the number
 * of queued cells.
 */
export async function queueCells(
  tx: Tx,
  { workspace_id, number, version_count, updated_at }: SheetRow,
  { columns, rows, states }: CellSelection,
  execution: string,
): Promise<number> {
  let count = 0
  const stores = states.includes(NEW_CELL.state)
  const queued = (execution: string) => sql.raw(moveText('queue', { execution, now: updated_at }))
  for (const ranges of statementsOf(rows)) {
    const { numAffectedRows } = stores
      ? await sql`insert into sheet_cells (workspace_id, sheet, row_id, column_number, status, resting, awaiting,
            execution_id, generation, since, updated_at)
          select r.workspace_id, r.sheet, r.id, c.number, ${sql.lit(newCell.state)}, ${sql.lit(newCell.resting)}, 0, ${sql.lit(execution)}, 0,
            ${sql.lit(version_count)}, ${sql.lit(updated_at)}
          from sheet_rows r cross join (${columnList(columns)}) c
          where r.workspace_id = ${sql.lit(workspace_id)} and r.sheet = ${sql.lit(number)} and ${isInIdRanges('r.id', ranges)}
          on conflict (workspace_id, sheet, row_id, column_number) do update
          set ${queued('excluded.execution_id')}
          where ${isMovable('queue', states)}`.execute(tx)
      : await sql`update sheet_cells
          set ${queued(`'${execution}'`)}
          where workspace_id = ${sql.lit(workspace_id)} and sheet = ${sql.lit(number)}
            and column_number in (${literals(columns)}) and ${isInIdRanges('row_id', ranges)}
            and ${isMovable('queue', states)}`.execute(tx)
    count += Number(numAffectedRows ?? 0)
  }
  return count
}

/** Restarts cells of other runs, in rows where a cell that was just queued had failed. Returns their number. */
export async function renewOpenCells(
  tx: Tx,
  { workspace_id, number, updated_at }: SheetRow,
  { columns, rows }: CellSelection,
  followers: readonly number[],
  execution: string,
): Promise<number> {
  let count = 0
  const sheetFilter = sql`workspace_id = ${sql.lit(workspace_id)} and sheet = ${sql.lit(number)}`
  for (const ranges of statementsOf(rows)) {
    const { numAffectedRows } = await sql`update sheet_cells
      set ${sql.raw(moveText('restart', { now: updated_at }))}
      where ${sheetFilter} and column_number in (${literals(followers)}) and ${isInIdRanges('row_id', ranges)}
        and ${isMovable('restart')} and execution_id <> ${sql.lit(execution)}
        and row_id in (select row_id from sheet_cells where ${sheetFilter} and column_number in (${literals(columns)})
          and ${isInIdRanges('row_id', ranges)} and status = ${sql.lit(newCell.state)} and resting = 'FAILED'
          and execution_id = ${sql.lit(execution)})`.execute(tx)
    count += Number(numAffectedRows ?? 0)
  }
  return count
}

const columnList = (columns: readonly number[]) =>
  sql.join(
    columns.map((number) => sql`select ${sql.lit(number)} as number`),
    sql` union all `,
  )

/** Selects the rows whose cell in the column is in one of these states. The index does not have COMPLETED cells. */
export async function selectOpenRows(
  tx: Tx,
  { workspace_id, number }: Pick<SheetRow, 'workspace_id' | 'number'>,
  column: number,
  states: readonly CellState[],
): Promise<number[]> {
  const ids: number[] = []
  for (const state of states) {
    if (state === 'COMPLETED') throw new Error('Completed cells are in no index.')
    const rows = await tx
      .selectFrom('sheet_cells')
      .select('row_id')
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
      .where('column_number', '=', column)
      .where('status', '=', sql.lit(state))
      .where('awaiting', '=', 0)
      .execute()
    for (const { row_id } of rows) ids.push(row_id)
  }
  return ids
}
