import { parseExact } from '../../engine/json/parse-exact.ts'
import { inheritedMetadata, type StatedIdentity } from '../../engine/traces/index.ts'
import type { Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { lockRequest, updateRequest } from './queries.ts'
import { replaceFacets } from './search-rows-queries.ts'

/** Gives a request the user and session of its trace if it has none of its own. */
export async function inheritMetadata(
  store: Store,
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  stated: StatedIdentity,
): Promise<void> {
  const row = await lockRequest(tx, workspace, id)
  if (!row) return
  const own = parseExact(row.metadata) as Readonly<Record<string, unknown>>
  const inherited = inheritedMetadata(stated, Object.keys(own))
  if (Object.keys(inherited).length === 0) return
  const metadata = { ...own, ...inherited }
  const facets = await replaceFacets(store, tx, row, { metadata })
  await updateRequest(tx, workspace, id, { metadata: JSON.stringify(metadata), facets })
}
