import { randomUUID } from 'node:crypto'
import { leaseMilliseconds, leasesEnded } from '../caches/leases.ts'
import { putNewest } from '../caches/put-newest.ts'
import { afterCommit, type Database, type Store, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import {
  deleteRegistryReaders,
  findOtherRegistryReaders,
  findStoredRevision,
  incrementRegistryRevision,
  readStoredRevision,
  renewRegistryReader,
} from './queries.ts'

/** Minimum reads in `leaseMilliseconds` for which a lease is taken or renewed. */
const minReads = 16
/** Milliseconds before the end of a lease at which it is renewed. */
const renewalMilliseconds = 100
const maxWorkspaces = 1_000

interface Lease {
  revision: number
  /** `until` and `countedFrom` are times of `performance.now()`. */
  until: number
  countedFrom: number
  reads: number
  /** Number of registry changes by this process. A renewal is dropped if the number grows meanwhile. */
  changes: number
  isRenewing: boolean
}

/**
 * Registry revisions that this process uses without reading them, on PostgreSQL. A process that often reads a
 * revision enters itself as a reader, reads the revision, and uses it for at most 250 ms. A change of the registry
 * waits for the readers that it finds after its commit, so a call that begins after its answer sees the change in
 * every process (decision 495).
 */
class RevisionLeases {
  readonly #store: Store
  readonly #reader = randomUUID()
  readonly #leases = new Map<WorkspaceId, Lease>()

  constructor(store: Store) {
    this.#store = store
  }

  read(workspace: WorkspaceId): number | Promise<number> {
    const time = performance.now()
    const lease = this.#leases.get(workspace) ?? this.#enter(workspace)
    if (time - lease.countedFrom > leaseMilliseconds) {
      lease.countedFrom = time
      lease.reads = 0
    }
    lease.reads++
    const isDue = lease.until - time < renewalMilliseconds && lease.reads >= minReads
    if (isDue && !lease.isRenewing) void this.#renew(workspace, lease)
    return lease.until > time ? lease.revision : findStoredRevision(this.#store, workspace)
  }

  /** Resolves when no process uses a revision that it read before this call. Never rejects. */
  async changed(workspace: WorkspaceId): Promise<void> {
    const own = this.#leases.get(workspace)
    if (own) {
      own.until = 0
      own.changes++
    }
    try {
      const readers = await findOtherRegistryReaders(this.#store.db, workspace, this.#reader)
      if (readers.length === 0) return
      await leasesEnded()
      await deleteRegistryReaders(this.#store, workspace, readers)
    } catch {
      // The change is committed, and its readers are unknown.
      await leasesEnded()
    }
  }

  #enter(workspace: WorkspaceId): Lease {
    const lease = { revision: 0, until: 0, countedFrom: 0, reads: 0, changes: 0, isRenewing: false }
    putNewest(this.#leases, maxWorkspaces, workspace, lease)
    return lease
  }

  async #renew(workspace: WorkspaceId, lease: Lease): Promise<void> {
    lease.isRenewing = true
    const { changes } = lease
    const from = performance.now()
    try {
      await renewRegistryReader(this.#store, workspace, this.#reader)
      const revision = await readStoredRevision(this.#store, workspace)
      if (lease.changes === changes) {
        lease.revision = revision
        lease.until = from + leaseMilliseconds
      }
    } catch {
      // The next reads use the database and report its error.
    } finally {
      lease.isRenewing = false
      lease.reads = 0
    }
  }
}

const leases = new WeakMap<Database, RevisionLeases>()

function leasesOf(store: Store): RevisionLeases {
  const known = leases.get(store.db) ?? new RevisionLeases(store)
  leases.set(store.db, known)
  return known
}

/** The registry revision, which includes all changes that were answered before this call. */
export const findRegistryRevision = (store: Store, workspace: WorkspaceId): number | Promise<number> =>
  store.dialect === 'sqlite' ? findStoredRevision(store, workspace) : leasesOf(store).read(workspace)

/**
 * Locks a workspace's registry and increments its revision, which invalidates caches. All changes of the registry begin
 * with this, so they run one after the other.
 */
export async function bumpRegistryRevision(tx: Tx, workspace: WorkspaceId): Promise<void> {
  afterCommit(tx, (store) => leasesOf(store).changed(workspace))
  await incrementRegistryRevision(tx, workspace)
}
