import { sql } from 'kysely'
import { pendingStates } from '../../engine/sheet/index.ts'
import {
  type Database,
  joinEach,
  keyList,
  type ListColumn,
  preparedRead,
  type SheetCellRow,
  type SheetRow,
  type SheetRowRow,
  type Store,
  type Tx,
} from '../db/index.ts'
import { stateIs } from '../sheets/storage/index.ts'
import { type IdRange, isInIdRanges, literals, statementsOf } from './queue-queries.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

/** The queued cells of an execution, in some rows. */
export async function selectQueued(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  rows: readonly IdRange[],
  execution: string,
) {
  const cells: { row_id: number; column_number: number }[] = []
  for (const ranges of statementsOf(rows))
    cells.push(
      ...(await db
        .selectFrom('sheet_cells')
        .select(['row_id', 'column_number'])
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .where(isInIdRanges('row_id', ranges))
        .where('status', '=', 'QUEUED')
        .where('execution_id', '=', execution)
        .execute()),
    )
  return cells
}

/** A cell as a list of its columns. */
export type BatchCellRow = readonly [
  row_id: number,
  column_number: number,
  /** Null for COMPLETED, the most common state. The same holds for `resting`. */
  status: string | null,
  resting: string | null,
  awaiting: number,
  /** Set only for pending cells. */
  execution_id: string | null,
  generation: number,
  progress: string | null,
  value: string | null,
  input_hash: string | null,
  price: number | null,
  latency_ms: number | null,
  /** The version count of the cell's value or error; null if it never had one. */
  content_since: number | null,
]

const batchCellColumns: readonly ListColumn[] = [
  ...(['number', 'number', 'text', 'text', 'number', 'text', 'number', 'text', 'text', 'text'] as const),
  ...(['number', 'number', 'number'] as const),
]

/**
 * All stored cells of these rows, or only those in some columns. The query is SQL text, because Kysely takes as long to
 * build it as SQLite to read 100 cells. Rows are lists, because objects cost more.
 */
export async function selectCellsWithin(
  source: Store | Tx,
  { workspace_id, number }: Sheet,
  [from, to]: IdRange,
  columns: readonly number[] | null,
): Promise<readonly BatchCellRow[]> {
  if (columns?.length === 0) return []
  const columnFilter = columns === null ? sql`` : sql`and column_number in (${literals(columns)})`
  const query = sql`select row_id, column_number, nullif(status, 'COMPLETED') as status,
      nullif(resting, 'COMPLETED') as resting, awaiting,
      case when ${sql.raw(stateIs(pendingStates))} then execution_id end as execution_id, generation,
      progress, value, input_hash, price, latency_ms,
      case when value is not null or error is not null then since end as content_since
    from sheet_cells
    where workspace_id = ${workspace_id} and sheet = ${number} and row_id >= ${from} and row_id <= ${to} ${columnFilter}
    order by row_id`
  if ('lists' in source) return source.lists<BatchCellRow>(query.compile(source.db), batchCellColumns)
  return (await query.execute(source)).rows.map(
    (row) => Object.values(row as object) as unknown as BatchCellRow,
  )
}

export async function selectRowsWithin(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  [from, to]: IdRange,
): Promise<readonly SheetRowRow[]> {
  const { rows } = await sql<SheetRowRow>`select * from sheet_rows
    where workspace_id = ${workspace_id} and sheet = ${number} and id >= ${from} and id <= ${to}
    order by id`.execute(db)
  return rows
}

type GenerationQuery = { workspace: number; sheet: number; execution: string; rows: string }
type Generation = Pick<SheetCellRow, 'row_id' | 'column_number' | 'generation'>

const openCell = sql`sheet_cells as open_cell where open_cell.workspace_id = sheets.workspace_id and open_cell.sheet = sheets.number
  and open_cell.row_id = cast(key_list.value as bigint) and open_cell.column_number = columns.number`

const generationsOn = (dialect: Store['dialect']) =>
  preparedRead<GenerationQuery, Generation>('cell_generations', (db, slot) =>
    db
      .selectFrom(
        sql<Generation>`(select open_cell.row_id, open_cell.column_number, open_cell.generation from sheets
          join sheet_columns as columns
            on columns.workspace_id = sheets.workspace_id and columns.sheet = sheets.number
          cross join ${keyList[dialect](slot('rows'))} ${joinEach(dialect, 'open_cell', openCell)}
            and sheets.workspace_id = ${slot('workspace')} and sheets.number = ${slot('sheet')}
            and sheets.deleted_at is null and open_cell.execution_id = ${slot('execution')}
            and ${sql.raw(stateIs(pendingStates, 'open_cell.status'))})`.as('generations'),
      )
      .selectAll(),
  )

const generations = { sqlite: generationsOn('sqlite'), postgres: generationsOn('postgres') }

/** Generations of the cells that the batch may still write. Cells in deleted columns or sheets are not among them. */
export function selectGenerations(
  store: Store,
  { workspace_id: workspace, number: sheet }: Sheet,
  execution: string,
  rowIds: readonly number[],
) {
  const rows = JSON.stringify(rowIds)
  return generations[store.dialect](store, { workspace, sheet, execution, rows })
}
