import { requestFacets, type Store } from '../../../src/server/db/index.ts'

/** Gives every second request a list with all its facets, as versions before migration 89 stored it. */
export async function writeOlderFacets(store: Store): Promise<void> {
  const rows = await store.db
    .selectFrom('requests')
    .select(['workspace_id', 'id', 'facets', 'tags', 'metadata'])
    .execute()
  for (const row of rows.filter((_, index) => index % 2 === 0))
    await store.transact((tx) =>
      tx
        .updateTable('requests')
        .set({ facets: requestFacets.whole(row) })
        .where('workspace_id', '=', row.workspace_id)
        .where('id', '=', row.id)
        .execute(),
    )
}
