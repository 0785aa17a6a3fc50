import { inOrder, lastToGo, type RetentionRule } from '../../engine/retention/rules.ts'
import { chunksOf, type Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { Lease } from '../jobs/index.ts'
import { type Arrived, countExpiredQuery, expiredQuery, forgetRequests } from './expired-queries.ts'
import { indexerOf } from './indexer.ts'

/** Requests to one transaction: on SQLite some 10 ms of the writer, which log calls wait for. */
const atOnce = { sqlite: 10, postgres: 100 }
/** Requests found by one look. */
const lookedUp = 500
/** Milliseconds that a look may take. */
const patience = 60_000

interface Asked {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly rules: readonly RetentionRule[]
  readonly now: number
}

/** What each rule would let go now. */
export async function countExpiredRequests(asked: Asked, milliseconds: number) {
  const { store, rules, now } = asked
  await indexerOf(store).flush()
  const counts =
    lastToGo(rules, now) === null ? [] : await store.question(countExpiredQuery(asked), milliseconds)
  return inOrder(rules).map((rule, index) => {
    const count = counts.find(({ place }) => place === index)
    return {
      rule,
      requests: count?.requests ?? 0,
      oldest: count?.oldest ?? null,
      newest: count?.newest ?? null,
    }
  })
}

/** In small steps, each by itself: broken off, it goes on where it was. */
export async function forgetExpiredRequests(
  store: Store,
  {
    lease,
    rules,
    now,
  }: { lease: Pick<Lease, 'workspace' | 'signal' | 'commit'>; rules: readonly RetentionRule[]; now: number },
): Promise<void> {
  if (lastToGo(rules, now) === null) return
  const asked: Asked = { store, workspace: lease.workspace, rules, now }
  await indexerOf(store).flush()
  let after: Arrived = { created_at: -1, id: 0 }
  for (;;) {
    const found = await store.question(expiredQuery(asked, after, lookedUp), patience)
    for (const some of chunksOf(found, atOnce[store.dialect])) {
      lease.signal.throwIfAborted()
      const ids = some.map(({ id }) => id)
      await lease.commit((tx) => forgetRequests(tx, asked, ids))
    }
    const last = found.at(-1)
    if (!last || found.length < lookedUp) return
    after = last
  }
}
