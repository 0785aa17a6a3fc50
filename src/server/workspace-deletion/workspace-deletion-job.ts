import type { Context } from '../context.ts'
import type { Store, Tx } from '../db/index.ts'
import type { JobHandler, Lease, NewJob } from '../jobs/index.ts'
import { dropEmptyMonths, eraseDeletedCopies, eraseDeletedWords } from '../requests/index.ts'
import { changeReceipt, deleteWorkspaceRow, findReceipt } from './deletion-queries.ts'
import { jobKind, removeRows } from './remove-rows.ts'

const minute = 60_000
const hour = 60 * minute
/** Milliseconds until the next attempt if ClickHouse is away, a reader blocks the write-ahead log, or an object is being written. */
const storageRetry = 15_000
/**
 * Milliseconds from the deletion in which the job looks again for rows: of calls that were under way, and of answers that
 * a killed process had in its journal.
 */
const watchMilliseconds = 24 * hour

export const deletionJob = (workspace: number): NewJob => ({
  kind: jobKind,
  run: `${jobKind} ${workspace}`,
  turn: 0,
  payload: {},
})

/** Removes the rows of a deleted workspace, looks for late rows for a day, and then deletes the workspace's own row. */
export const workspaceDeletionJobs = ({
  store,
  jobs,
  now,
}: Pick<Context, 'store' | 'jobs' | 'now'>): JobHandler => ({
  kind: jobKind,
  async run(lease) {
    const { workspace, signal } = lease
    const receipt = await findReceipt(store.db, workspace)
    if (!receipt) return { kind: 'done' }
    const { started_at, finished_at } = receipt
    const { removed, isComplete } = await removeCounted(
      { store, now },
      lease,
      JSON.parse(receipt.counts) as Counts,
    )
    if (!isComplete) return { kind: 'again', at: now() + storageRetry }
    if (removed > 0 || finished_at === null) {
      await dropEmptyMonths(store, now())
      if (!(await eraseDeleted(store, signal))) return { kind: 'again', at: now() + storageRetry }
      await lease.commit((tx) => changeReceipt(tx, workspace, { finished_at: now() }))
    }
    const age = now() - started_at
    if (age < watchMilliseconds) return { kind: 'again', at: now() + Math.min(hour, Math.max(minute, age)) }
    await lease.finish((tx) => deleteWorkspaceRow(tx, workspace))
    return { kind: 'done' }
  },
  // Enqueues the job again, because the workspace has to be removed in any case.
  async failed(tx, { workspace }) {
    await jobs.enqueue(tx, workspace, [{ ...deletionJob(workspace), readyAt: now() + 10 * minute }])
  },
})

type Counts = Readonly<Record<string, number>>

/** Removes rows, and saves their numbers in the same transactions. */
async function removeCounted(
  { store, now }: Pick<Context, 'store' | 'now'>,
  lease: Lease,
  before: Counts,
): Promise<{ readonly removed: number; readonly isComplete: boolean }> {
  let counts = before
  let removed = 0
  const write = async (work: (tx: Tx) => Promise<Counts>) => {
    const [sums, added] = await lease.commit(async (tx) => {
      const deleted = Object.entries(await work(tx)).filter(([, count]) => count > 0)
      const sums = { ...counts }
      for (const [table, count] of deleted) sums[table] = (sums[table] ?? 0) + count
      // Late rows reopen a finished deletion, so that a retry removes their bytes too.
      await changeReceipt(tx, lease.workspace, { counts: JSON.stringify(sums), finished_at: null })
      return [sums, deleted.reduce((sum, [, count]) => sum + count, 0)] as const
    })
    counts = sums
    removed += added
  }
  const isComplete = await removeRows({ store, lease, write, now })
  return { removed, isComplete }
}

/** Removes the deleted rows from the word index, from ClickHouse and from SQLite's file; false if it has to be repeated. */
async function eraseDeleted(store: Store, signal: AbortSignal): Promise<boolean> {
  await eraseDeletedWords(store, signal)
  return (await eraseDeletedCopies(store)) && (await store.overwriteDeleted(signal))
}
