import { chunksOf, type Database, type SheetRow } from '../../db/index.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

const measuredCells = (db: Database, { workspace_id, number }: Sheet) =>
  db
    .selectFrom('sheet_cells')
    .select(['column_number', 'metrics'])
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('metrics', 'is not', null)
    // A cached answer had no calls and so no latency; it does not say what a call costs.
    .where('latency_ms', 'is not', null)
    // A failed cell costs less than one with an answer, or nothing.
    .where('error', 'is', null)

/** The metrics of cells in these columns and rows; cells without metrics are left out. */
export async function selectMeasured(
  db: Database,
  sheet: Sheet,
  columns: readonly number[],
  rowIds: readonly number[],
) {
  const measured = []
  for (const chunk of chunksOf(rowIds))
    measured.push(
      ...(await measuredCells(db, sheet)
        .where('row_id', 'in', chunk)
        .where('column_number', 'in', columns)
        .execute()),
    )
  return measured
}

/** As `selectMeasured`, for any row. This may scan the whole sheet. */
export async function findMeasured(db: Database, sheet: Sheet, column: number, limit: number) {
  return measuredCells(db, sheet).where('column_number', '=', column).limit(limit).execute()
}
