import { type Database, insertRows, type SheetRow, type SheetVersionRow, type Tx } from '../../db/index.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

const versionsOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  db
    .selectFrom('sheet_versions')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)

export const insertVersion = (tx: Tx, row: SheetVersionRow) => insertRows(tx, 'sheet_versions', row)

export async function findVersionById(db: Database | Tx, sheet: Sheet, id: string) {
  return versionsOf(db, sheet).where('id', '=', id).executeTakeFirst()
}

export async function findVersionByNumber(db: Database | Tx, sheet: Sheet, number: number) {
  return versionsOf(db, sheet).where('number', '=', number).executeTakeFirst()
}

export async function selectVersions(
  db: Database,
  sheet: Sheet,
  page: { readonly after: number | null; readonly order: 'asc' | 'desc'; readonly limit: number },
): Promise<SheetVersionRow[]> {
  let query = versionsOf(db, sheet).orderBy('number', page.order).limit(page.limit)
  if (page.after !== null) query = query.where('number', page.order === 'asc' ? '>' : '<', page.after)
  return query.execute()
}
