import { inOrder, latestExpiry, type RetentionRule } from '../../../engine/retention/rules.ts'
import { chunksOf, type Store, type Tx } from '../../db/index.ts'
import type { Lease } from '../../jobs/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { indexerOf } from '../indexing/indexer.ts'
import {
  type Arrived,
  countExpiredQuery,
  deleteExpired,
  deleteRequestRows,
  type ExpiryQuery,
  expiredQuery,
} from './expired-queries.ts'

/** Requests in one transaction: 10 take about 10 ms of SQLite's writer, and log calls wait for the writer. */
const batchSizes = { sqlite: 10, postgres: 100 }
/** Requests per query. */
const pageSize = 500
/** Milliseconds that one query may take. */
const queryTimeout = 60_000

/** Counts the requests that each rule would delete now, with their ages. */
export async function countExpiredRequests(query: ExpiryQuery, milliseconds: number) {
  const { store, rules, now } = query
  await indexerOf(store).flush()
  const counts =
    latestExpiry(rules, now) === null ? [] : await store.timedQuery(countExpiredQuery(query), milliseconds)
  return inOrder(rules).map((rule, index) => {
    const count = counts.find(({ rule_index }) => rule_index === index)
    return {
      rule,
      requests: count?.requests ?? 0,
      oldest: count?.oldest ?? null,
      newest: count?.newest ?? null,
    }
  })
}

/** Deletes in small transactions, so that an interrupted job continues where it stopped. */
export async function deleteExpiredRequests(
  store: Store,
  {
    lease,
    rules,
    now,
  }: { lease: Pick<Lease, 'workspace' | 'signal' | 'commit'>; rules: readonly RetentionRule[]; now: number },
): Promise<void> {
  if (latestExpiry(rules, now) === null) return
  const query: ExpiryQuery = { store, workspace: lease.workspace, rules, now }
  await indexerOf(store).flush()
  let after: Arrived = { created_at: -1, id: 0 }
  for (;;) {
    const requests = await store.timedQuery(expiredQuery(query, after, pageSize), queryTimeout)
    for (const batch of chunksOf(requests, batchSizes[store.dialect])) {
      lease.signal.throwIfAborted()
      const ids = batch.map(({ id }) => id)
      await lease.commit((tx) => deleteExpired(tx, query, ids))
    }
    const last = requests.at(-1)
    if (!last || requests.length < pageSize) return
    after = last
  }
}

/** Deletes requests in batches. `runBatch` runs the transaction of each batch. */
export async function deleteRequestsIn(
  store: Store,
  workspace: WorkspaceId,
  ids: readonly number[],
  runBatch: (batch: readonly number[], remove: (tx: Tx) => Promise<number>) => Promise<void>,
): Promise<void> {
  await indexerOf(store).flush()
  for (const batch of chunksOf(ids, batchSizes[store.dialect]))
    await runBatch(batch, (tx) => deleteRequestRows(tx, store, workspace, batch))
}

/** Deletes requests in small transactions. Returns how many existed. */
export async function deleteRequests(
  store: Store,
  workspace: WorkspaceId,
  ids: readonly number[],
): Promise<number> {
  let count = 0
  await deleteRequestsIn(store, workspace, ids, async (_batch, remove) => {
    count += await store.transact(remove)
  })
  return count
}
