import { sql } from 'kysely'
import { type Database, originalOf } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** Compressed size. Larger payloads would delay the page. */
const maxBytes = 64 * 1024

/** Requests of a page with their originals; large ones are left out. */
export async function listSmallOriginals(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  const rows = await db
    .selectFrom('requests')
    .innerJoin('request_payloads', (join) =>
      join
        .onRef('request_payloads.workspace_id', '=', 'requests.workspace_id')
        .onRef('request_payloads.request_id', '=', 'requests.id'),
    )
    .select(['requests.id', 'requests.source', 'requests.prompt_input_variables', 'request_payloads.payload'])
    .where('requests.workspace_id', '=', workspace)
    .where('requests.id', 'in', ids)
    .where(sql<number>`length(request_payloads.payload)`, '<=', maxBytes)
    .execute()
  return rows.map(({ payload, ...row }) => ({ row, original: originalOf(payload) }))
}
