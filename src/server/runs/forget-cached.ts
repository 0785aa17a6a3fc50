import type { Context } from '../context.ts'
import type { Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { Ending, JobHandler, Jobs } from '../jobs/index.ts'
import { forgetCached, measureCache, selectOldest } from './cache-queries.ts'
import { hasPaidCalls, settleOldPaidCalls } from './paid-call-queries.ts'

const kind = 'forget-cached-cells'
const day = 24 * 3_600_000
/** Whoever has the same cell computed again after this time wants a new answer. */
const maxAge = 30 * day
/** Of a workspace: values and evidence, some 100,000 answers. */
const usualBytes = 256 * 2 ** 20
/** Between two looks, for as long as something is kept. */
const pause = day / 24
/** Entries of one transaction. */
const atOnce = 500

const runOf = (workspace: WorkspaceId) => `${kind} ${workspace}`

/** Makes sure that what is kept is let go in time. */
export async function watchCache(tx: Tx, jobs: Jobs, workspace: WorkspaceId, now: number): Promise<void> {
  const run = runOf(workspace)
  if (await jobs.hasOpen(tx, workspace, run, kind)) return
  await jobs.enqueue(tx, workspace, [{ kind, run, turn: 0, payload: {}, readyAt: now + pause }])
}

/** Lets go what is too old, then the oldest of what is too much, in small steps. */
export const cachedForgotten = ({ store, now }: Context, maxBytes = usualBytes): JobHandler => ({
  kind,
  async run({ workspace, commit, signal }): Promise<Ending> {
    const before = now() - maxAge
    let { bytes, entries } = await measureCache(store.scan, workspace)
    while (entries > 0 && !signal.aborted) {
      const oldest = await selectOldest(store.db, workspace, atOnce)
      const gone: string[] = []
      for (const entry of oldest) {
        if (entry.created_at >= before && bytes <= maxBytes) break
        gone.push(entry.key)
        bytes -= entry.bytes
        entries--
      }
      if (gone.length === 0) break
      await commit((tx) => forgetCached(tx, workspace, gone))
    }
    while (!signal.aborted && (await commit((tx) => settleOldPaidCalls(tx, workspace, before, atOnce))) > 0);
    const isOver = entries <= 0 && !(await hasPaidCalls(store.db, workspace))
    return !isOver ? { kind: 'again', at: now() + pause } : { kind: 'done' }
  },
})
