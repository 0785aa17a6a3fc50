import type { Handler } from '../../http/handler.ts'
import type { SheetPorts } from '../ports.ts'
import { readUuid } from '../storage/uuid.ts'
import { readOverviews } from './read-overviews.ts'

export const listTableOverviews =
  (ports: SheetPorts): Handler<'listTableOverviews'> =>
  async ({ store: { db } }, { caller, query }) => {
    const ids = [...new Set(query.table_id.map(readUuid).filter((id) => id !== null))]
    return { success: true as const, overviews: await readOverviews(ports, db, caller.workspace, ids) }
  }
