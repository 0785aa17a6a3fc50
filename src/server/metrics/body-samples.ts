import { bodyStorageOf } from '../bodies/index.ts'
import type { Store } from '../db/index.ts'

/** Samples of moving bodies; empty without object storage. */
export function bodySamples(store: Store) {
  const storage = bodyStorageOf(store)
  if (!storage)
    return {
      galley_body_storage_up: [],
      galley_bodies_moved_total: [],
      galley_body_storage_failed_writes_total: [],
      galley_bodies_unavailable_total: [],
    }
  const { movedOut, broughtBack, failedWrites, lost, unreachable } = storage.counts
  return {
    galley_body_storage_up: [{ value: storage.problem === null ? 1 : 0 }],
    galley_bodies_moved_total: [
      { labels: { direction: 'out' }, value: movedOut },
      { labels: { direction: 'back' }, value: broughtBack },
    ],
    galley_body_storage_failed_writes_total: [{ value: failedWrites }],
    galley_bodies_unavailable_total: [
      { labels: { reason: 'lost' }, value: lost },
      { labels: { reason: 'unreachable' }, value: unreachable },
    ],
  }
}
