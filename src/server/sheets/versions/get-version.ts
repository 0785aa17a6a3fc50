import type { Database, SheetRow, SheetVersionRow, Tx } from '../../db/index.ts'
import { noVersion } from '../storage/absent.ts'
import { readUuid } from '../storage/uuid.ts'
import { findVersionById } from '../storage/version-queries.ts'

export async function getVersion(db: Database | Tx, sheet: SheetRow, id: string): Promise<SheetVersionRow> {
  const uuid = readUuid(id)
  const version = uuid && (await findVersionById(db, sheet, uuid))
  if (!version) throw noVersion()
  return version
}
