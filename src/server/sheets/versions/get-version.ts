import type { Database, SheetRow, SheetVersionRow, Tx } from '../../db/index.ts'
import { noVersion } from '../storage/absent.ts'
import { readUuid } from '../storage/uuid.ts'
import { findVersionById } from '../storage/version-queries.ts'

export async function getVersion(db: Database | Tx, sheet: SheetRow, id: string): Promise<SheetVersionRow> {
  const known = readUuid(id)
  const version = known && (await findVersionById(db, sheet, known))
  if (!version) throw noVersion()
  return version
}
