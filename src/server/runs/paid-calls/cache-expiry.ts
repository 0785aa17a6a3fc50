import type { Context } from '../../context.ts'
import type { Tx } from '../../db/index.ts'
import type { Ending, JobHandler, Jobs } from '../../jobs/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { deleteCached, measureCache, selectOldest } from './cache-queries.ts'
import { countOldPaidCalls, hasPaidCalls } from './paid-call-queries.ts'

const kind = 'forget-cached-cells'
const day = 24 * 3_600_000
/** Milliseconds after which an answer is no longer used. */
const maxAge = 30 * day
/** Maximum bytes of values and evidence in a workspace, about 100,000 answers. */
const defaultBytes = 256 * 2 ** 20
/** Milliseconds between two checks while the cache has entries. */
const pause = day / 24
const entriesPerTransaction = 500

const runOf = (workspace: WorkspaceId) => `${kind} ${workspace}`

/** Enqueues the job that deletes expired entries, unless it is queued already. */
export async function enqueueCacheExpiry(
  tx: Tx,
  jobs: Jobs,
  workspace: WorkspaceId,
  now: number,
): Promise<void> {
  const run = runOf(workspace)
  if (await jobs.hasOpen(tx, workspace, run, kind)) return
  await jobs.enqueue(tx, workspace, [{ kind, run, turn: 0, payload: {}, readyAt: now + pause }])
}

/** Deletes expired entries, and then the oldest ones above the size limit, in small transactions. */
export const cacheExpiryJob = ({ store, now }: Context, maxBytes = defaultBytes): JobHandler => ({
  kind,
  async run(lease): Promise<Ending> {
    const { workspace, signal } = lease
    const cutoff = now() - maxAge
    let { bytes, entries } = await measureCache(store.scan, workspace)
    while (entries > 0 && !signal.aborted) {
      const oldest = await selectOldest(store.db, workspace, entriesPerTransaction)
      const keys: string[] = []
      for (const entry of oldest) {
        if (entry.created_at >= cutoff && bytes <= maxBytes) break
        keys.push(entry.key)
        bytes -= entry.bytes
        entries--
      }
      if (keys.length === 0) break
      await lease.commit((tx) => deleteCached(tx, workspace, keys))
    }
    while (
      !signal.aborted &&
      (await lease.commit((tx) => countOldPaidCalls(tx, workspace, cutoff, entriesPerTransaction))) > 0
    );
    const isEmpty = entries <= 0 && !(await hasPaidCalls(store.db, workspace))
    return isEmpty ? { kind: 'done' } : { kind: 'again', at: now() + pause }
  },
})
