import { sql } from 'kysely'
import { type Database, enqueue, type SheetRow, type Tx } from '../../db/index.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

/** Maximum recorded changes of a sheet. A client that has missed more reads the sheet again. */
export const maxStoredChanges = 1024
/** Old changes are deleted after each 128 changes. */
const deleteInterval = 128

/** Adds to the record of the sheet's present change. */
export async function appendChanges(
  tx: Tx,
  { workspace_id, number, version_count, layout }: SheetRow,
  notes: readonly object[],
) {
  const insertion = tx
    .insertInto('sheet_changes')
    .values({
      workspace_id,
      sheet: number,
      change: version_count,
      layout,
      notes: notes.map((note) => JSON.stringify(note)).join(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'sheet', 'change'])
        .doUpdateSet({ notes: sql<string>`sheet_changes.notes || ',' || excluded.notes` }),
    )
  await enqueue(tx, insertion)
  if (version_count % deleteInterval !== 0) return
  const deletion = tx
    .deleteFrom('sheet_changes')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('change', '<=', version_count - maxStoredChanges)
  await enqueue(tx, deletion)
}

export async function selectChanges(
  db: Database | Tx,
  sheet: Sheet & Pick<SheetRow, 'version_count'>,
  after: number,
  limit: number,
) {
  return changesAfter(db, sheet, after, limit).where('change', '<=', sheet.version_count).execute()
}

/** The first changes after a version. */
export const changesAfter = (
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  after: number,
  limit: number,
) =>
  db
    .selectFrom('sheet_changes')
    .select(['change', 'layout', 'notes'])
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('change', '>', after)
    .orderBy('change')
    .limit(limit)
