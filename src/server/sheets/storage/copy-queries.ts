import { sql } from 'kysely'
import type { SheetRow, SheetRowRow, Tx } from '../../db/index.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

/** Copies the rows of a sheet into an empty sheet. */
export async function copyRows(tx: Tx, { workspace_id, number }: Sheet, to: SheetRow) {
  await tx
    .insertInto('sheet_rows')
    .columns(['workspace_id', 'sheet', 'id', 'position', 'texts', 'since', 'updated_at'])
    .expression((insert) =>
      insert
        .selectFrom('sheet_rows')
        .select([
          'workspace_id',
          sql<number>`${sql.lit(to.number)}`.as('sheet'),
          ...(['id', 'position', 'texts'] as const),
          sql<number>`${sql.lit(to.version_count)}`.as('since'),
          sql<number>`${sql.lit(to.updated_at)}`.as('updated_at'),
        ])
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number),
    )
    .execute()
}

/** Copies computed cells, of all columns or of one column to another number. Pending cells get their resting state. */
export async function copyCells(
  tx: Tx,
  { workspace_id, number }: Sheet,
  to: SheetRow,
  column: { readonly from: number; readonly to: number } | null,
): Promise<number> {
  const copiedColumns = [
    ...(['value', 'evidence', 'error', 'input_hash', 'computed_version'] as const),
    ...(['price', 'latency_ms', 'metrics', 'resting', 'awaiting'] as const),
  ]
  const version = sql.lit(to.version_count)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sheet_cells')
    .columns([
      ...(['workspace_id', 'sheet', 'row_id', 'column_number', 'status', 'generation'] as const),
      ...(['stale_since', 'since', 'updated_at'] as const),
      ...copiedColumns,
    ])
    .expression((insert) => {
      const query = insert
        .selectFrom('sheet_cells')
        .select([
          'workspace_id',
          sql<number>`${sql.lit(to.number)}`.as('sheet'),
          'row_id',
          sql<number>`${column ? sql.lit(column.to) : sql.ref('column_number')}`.as('column_number'),
          'resting as status',
          sql<number>`0`.as('generation'),
          sql<number | null>`case when stale_since is not null then ${version} end`.as('stale_since'),
          sql<number>`${version}`.as('since'),
          sql<number>`${sql.lit(to.updated_at)}`.as('updated_at'),
          ...copiedColumns,
        ])
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .where((where) => where.or([where('value', 'is not', null), where('error', 'is not', null)]))
      return column ? query.where('column_number', '=', column.from) : query
    })
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** Writes the texts of many rows in one statement. */
export async function saveTexts(tx: Tx, rows: readonly SheetRowRow[]) {
  if (rows.length === 0) return
  await tx
    .insertInto('sheet_rows')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'sheet', 'id']).doUpdateSet((set) => ({
        texts: set.ref('excluded.texts'),
        since: set.ref('excluded.since'),
        updated_at: set.ref('excluded.updated_at'),
      })),
    )
    .execute()
}
