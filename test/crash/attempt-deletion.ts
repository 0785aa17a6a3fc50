import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../../src/server/db/index.ts'
import { erasureJobs } from '../../src/server/erasure/index.ts'
import { stages } from '../../src/server/erasure/stages.ts'
import type { Lease } from '../../src/server/jobs/index.ts'
import { leaseWithoutWorker } from '../kit/lease.ts'

interface Attempt {
  readonly storage: Parameters<typeof openStore>[0]
  readonly workspace: number
  readonly run: string
  /** The number of stages after which the attempt dies; null if it runs to its end. */
  readonly until: number | null
  /** Whether it dies inside the transaction that follows those stages, or after the commit. */
  readonly isInside: boolean
}

/**
 * Makes an attempt at a deletion. An attempt that dies is never continued, so that none of its code runs afterwards, as
 * after a SIGKILL; its transaction is rolled back. Returns whether the attempt died.
 */
export async function attemptDeletion({
  storage,
  workspace,
  run,
  until,
  isInside,
}: Attempt): Promise<boolean> {
  const store = await openStore(storage)
  const { promise: death, resolve: die } = Promise.withResolvers<true>()
  const never = new Promise<never>(() => {})

  /** Number of stages of both passes before the saved position. */
  async function stagesBehind(): Promise<number> {
    const row = await store.db
      .selectFrom('person_deletions')
      .select('position')
      .where('id', '=', run)
      .executeTakeFirstOrThrow()
    const { stage, pass = 1 } = JSON.parse(row.position) as { stage: (typeof stages)[number]; pass?: number }
    const index = stages.indexOf(stage)
    return (pass - 1) * stages.length + (index < 0 ? stages.length : index)
  }

  let isReached = false
  const commit: Lease['commit'] = async (write) => {
    const isLast = isReached && isInside
    const committing = store.transact(async (tx) => {
      const result = await write(tx)
      if (isLast) throw new Error('The attempt dies.')
      return result
    })
    if (isLast) {
      await committing.catch(() => die(true))
      return never
    }
    const result = await committing
    isReached ||= until !== null && (await stagesBehind()) >= until
    if (isReached && !isInside) {
      die(true)
      return never
    }
    return result
  }
  /** The clock is two minutes ahead: the requests of the test are then not new, so that one pass is enough. */
  const now = () => Date.now() + 120_000
  const lease = leaseWithoutWorker(store, { workspace, run }, commit)
  const runToItsEnd = async () => {
    // A reader that blocks the write-ahead log makes the job run again.
    while ((await erasureJobs({ store, now }).run(lease)).kind === 'again') await sleep(100)
    return false
  }
  try {
    return await Promise.race([death, runToItsEnd()])
  } finally {
    await store.close()
  }
}
