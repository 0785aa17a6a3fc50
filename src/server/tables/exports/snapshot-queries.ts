import { sql } from 'kysely'
import type { Database, SheetRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** From here on what the sheet holds now is preserved before it is overwritten, as if a version had been saved. */
export async function preserveFromNow(
  tx: Tx,
  workspace: WorkspaceId,
  number: number,
): Promise<SheetRow | undefined> {
  return tx
    .updateTable('sheets')
    .set({ saved_at: sql<number>`version_count` })
    .where('workspace_id', '=', workspace)
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>
const fields = ['id', 'position', 'texts'] as const

export interface SnapshotRow {
  readonly id: number
  readonly position: number
  readonly texts: string
}

/**
 * The next rows of the sheet as it was. What is current is read before what was overwritten, so a row that is
 * overwritten meanwhile is found twice and never missed.
 */
export async function rowsBehind(
  db: Database,
  { workspace_id, number }: Sheet,
  at: number,
  position: number,
  limit: number,
): Promise<SnapshotRow[]> {
  const now = await db
    .selectFrom('sheet_rows')
    .select(fields)
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('position', '>', position)
    .where('since', '<=', at)
    .orderBy('position')
    .limit(limit)
    .execute()
  const before = await db
    .selectFrom('sheet_row_history')
    .select(fields)
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('position', '>', position)
    .where('since', '<=', at)
    .where('until', '>', at)
    .orderBy('position')
    .limit(limit)
    .execute()
  if (before.length === 0) return now
  const byId = new Map([...now, ...before].map((row) => [row.id, row]))
  return [...byId.values()].sort((a, b) => a.position - b.position).slice(0, limit)
}
