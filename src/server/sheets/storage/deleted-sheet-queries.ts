import { sql } from 'kysely'
import { type Database, type SheetRow, selectOne, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

interface DeletedSheets {
  /** Milliseconds since 1970; earlier deletions are left out. */
  readonly since: number
  /** A part of the title of the sheet or its table. */
  readonly name: string | undefined
  readonly limit: number
}

/** Sheets that were deleted alone, from tables that are not deleted; the latest deletion first. */
export async function selectDeletedSheets(
  db: Database,
  workspace: WorkspaceId,
  { since, name, limit }: DeletedSheets,
) {
  const pattern = name === undefined ? undefined : `%${name.toLowerCase().replace(/[!%_]/g, '!$&')}%`
  return db
    .selectFrom('sheets')
    .innerJoin('tables', (join) =>
      join
        .onRef('tables.workspace_id', '=', 'sheets.workspace_id')
        .onRef('tables.id', '=', 'sheets.table_id'),
    )
    .select(['sheets.id', 'sheets.title', 'sheets.table_id', 'sheets.deleted_at'])
    .select('tables.title as table_title')
    .where('sheets.workspace_id', '=', workspace)
    .where('sheets.deleted_at', '>=', since)
    .where('tables.deleted_at', 'is', null)
    .$if(pattern !== undefined, (query) =>
      query.where(
        sql<boolean>`(lower(sheets.title) like ${pattern} escape '!' or lower(tables.title) like ${pattern} escape '!')`,
      ),
    )
    .orderBy('sheets.deleted_at', 'desc')
    .orderBy('sheets.number', 'desc')
    .limit(limit)
    .$narrowType<{ deleted_at: number }>()
    .execute()
}

/** A sheet, deleted or not. */
export const findAnySheet = (tx: Tx, workspace: WorkspaceId, id: string): Promise<SheetRow | undefined> =>
  selectOne(tx, 'sheets', { workspace_id: workspace, id })
