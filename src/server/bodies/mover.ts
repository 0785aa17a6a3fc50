import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../db/index.ts'
import { listObjects, listWorkspaces, readMover, takeLease } from './body-queries.ts'
import { type BodyStorage, bodyStorageOf } from './body-storage.ts'
import { moveMediaOut } from './media/move-media.ts'
import { moveBack } from './move-back.ts'
import { moveOut } from './move-out.ts'
import { sweep } from './sweep.ts'

const longestInterval = 30_000
const longestPause = 5 * 60_000
/**
 * Milliseconds; longer than the longest call of the storage, so that a second process does not start to move during a
 * slow call.
 */
const lease = 180_000
const sweepInterval = 60 * 60_000

/** Moves bodies until the signal aborts. Only one of the processes on a database moves bodies at a time. */
export async function moveBodies(store: Store, signal: AbortSignal, now: () => number): Promise<void> {
  const storage = bodyStorageOf(store)
  if (!storage) return
  const interval = Math.min(longestInterval, Math.max(500, storage.settings.moveAfterMs / 10))
  const mover = { holder: randomUUID(), sweptAt: Number.NEGATIVE_INFINITY }
  let pause = interval
  while (!signal.aborted) {
    try {
      await pass(store, storage, mover, signal, now)
      pause = interval
    } catch {
      // `storage.problem` says why. The bodies stay in the database.
      pause = Math.min(longestPause, 2 * pause)
    }
    await sleep(pause, undefined, { signal }).catch(() => {})
  }
}

async function pass(
  store: Store,
  storage: BodyStorage,
  mover: { readonly holder: string; sweptAt: number },
  signal: AbortSignal,
  now: () => number,
): Promise<void> {
  // SQLite has only one process, and after a kill the next process need not wait for the lease to end.
  const takesLease = async () =>
    store.dialect === 'sqlite' || store.transact((tx) => takeLease(tx, mover.holder, now(), now() + lease))
  if (!(await takesLease())) return
  const isMovingOut = async () => (await readMover(store)).direction === 'out'
  if (await isMovingOut()) {
    for (const workspace of await listWorkspaces(store.db)) {
      const mayContinue = async () => !signal.aborted && (await takesLease()) && (await isMovingOut())
      while (await mayContinue()) if ((await moveOut(store, storage, workspace, now())).isDone) break
      while (await mayContinue()) if (!(await moveMediaOut(store, storage, workspace, now()))) break
    }
  } else
    for (const object of await listObjects(store))
      if (!signal.aborted && object.live > 0 && (await takesLease()) && !(await isMovingOut()))
        await moveBack(store, storage, object)
  if (signal.aborted || now() - mover.sweptAt < sweepInterval) return
  await sweep(store, storage, now())
  mover.sweptAt = now()
}
