import type { Database, TableRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { noTable } from './absent.ts'
import { findTable } from './table-queries.ts'
import { readUuid } from './uuid.ts'

export async function getTable(db: Database | Tx, workspace: WorkspaceId, id: string): Promise<TableRow> {
  const uuid = readUuid(id)
  const table = uuid && (await findTable(db, workspace, uuid))
  if (!table) throw noTable()
  return table
}
