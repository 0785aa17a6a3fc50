import { sql } from 'kysely'
import type { SheetRow, Tx } from '../../db/index.ts'
import { contentState, isMovable, moveSet } from '../storage/cell-move-queries.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number' | 'version_count' | 'saved_at' | 'updated_at'>

/**
 * Restores rows and cells at a `version_count`. Unchanged content stays. Later content, which `preserveRows`,
 * `preserveCellsOfRows` and `preserveStaleCells` have preserved, is deleted, and content from the history returns.
 */
export async function restoreRows(
  tx: Tx,
  { workspace_id, number, version_count, updated_at }: Sheet,
  versionCount: number,
) {
  await tx
    .deleteFrom('sheet_rows')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('since', '>', versionCount)
    .execute()
  await tx
    .insertInto('sheet_rows')
    .columns(['workspace_id', 'sheet', 'id', 'position', 'texts', 'since', 'updated_at'])
    .expression((insert) =>
      insert
        .selectFrom('sheet_row_history')
        .select([
          ...(['workspace_id', 'sheet', 'id', 'position', 'texts'] as const),
          sql<number>`${sql.lit(version_count)}`.as('since'),
          sql<number>`${sql.lit(updated_at)}`.as('updated_at'),
        ])
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .where('since', '<=', versionCount)
        .where('until', '>', versionCount),
    )
    .execute()
}

const statusAtVersion = (versionCount: number) => sql<string>`${sql.raw(contentState(String(versionCount)))}`
const staleSinceAtVersion = (versionCount: number) =>
  sql<number | null>`case when stale_since <= ${sql.lit(versionCount)} then stale_since end`

/** After this no cell is pending, and no run can write a cell that it read before. */
export async function restoreCells(
  tx: Tx,
  { workspace_id, number, version_count, saved_at, updated_at }: Sheet,
  versionCount: number,
) {
  await tx
    .deleteFrom('sheet_cells')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where((where) =>
      where.or([
        where('since', '>', versionCount),
        where.and([where('stale_since', '>', versionCount), where('stale_since', '<=', saved_at)]),
        where.and([where('value', 'is', null), where('error', 'is', null)]),
      ]),
    )
    .execute()
  await tx
    .updateTable('sheet_cells')
    .set(moveSet('restore', { version: versionCount }))
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where(isMovable('restore'))
    .execute()
  const copiedColumns = [
    ...(['workspace_id', 'sheet', 'row_id', 'column_number', 'value', 'evidence', 'error'] as const),
    ...(['input_hash', 'computed_version', 'price', 'latency_ms', 'metrics'] as const),
  ]
  await tx
    .insertInto('sheet_cells')
    .columns([
      ...copiedColumns,
      ...(['status', 'resting', 'awaiting', 'generation', 'stale_since', 'since', 'updated_at'] as const),
    ])
    .expression((insert) =>
      insert
        .selectFrom('sheet_cell_history')
        .select([
          ...copiedColumns,
          statusAtVersion(versionCount).as('status'),
          statusAtVersion(versionCount).as('resting'),
          sql<number>`0`.as('awaiting'),
          sql<number>`0`.as('generation'),
          staleSinceAtVersion(versionCount).as('stale_since'),
          sql<number>`${sql.lit(version_count)}`.as('since'),
          sql<number>`${sql.lit(updated_at)}`.as('updated_at'),
        ])
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .where('since', '<=', versionCount)
        .where('until', '>', versionCount),
    )
    .execute()
}
