import { sql } from 'kysely'
import { bodyColumns, readBodyOrNull, readReferringBody } from '../../bodies/index.ts'
import { type Store, sameWorkspace } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/** Maximum compressed bytes; larger payloads would delay the page. */
const maxBytes = 64 * 1024

/** The original bodies of a page's requests, with references in place of media. Large and unavailable bodies are left out. */
export async function listSmallOriginals(store: Store, workspace: WorkspaceId, ids: readonly number[]) {
  const rows = await store.db
    .selectFrom('requests')
    .innerJoin('request_payloads', sameWorkspace('request_payloads', 'requests', { request_id: 'id' }))
    .select(['requests.id', 'requests.source', 'requests.prompt_input_variables', ...bodyColumns])
    .where('requests.workspace_id', '=', workspace)
    .where('requests.id', 'in', ids)
    .where(sql<number>`length(request_payloads.payload)`, '<=', maxBytes)
    .execute()
  const originals = await Promise.all(
    rows.map((row) => readBodyOrNull(store, workspace, row, readReferringBody)),
  )
  return rows.flatMap((row, index) => {
    const original = originals[index]
    return original ? [{ row, original }] : []
  })
}
