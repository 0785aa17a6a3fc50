import { deleteObjectsOf } from '../bodies/index.ts'
import { deleteWorkspaceRows, hasWorkspaceRows, type Store, type Tx, workspaceTables } from '../db/index.ts'
import type { Lease } from '../jobs/index.ts'
import { deleteRequestsIn } from '../requests/index.ts'
import { deleteSpans } from '../traces/index.ts'
import { deletesWorkspace, firstRequests, firstTraces } from './deletion-queries.ts'

export const jobKind = 'workspace deletion'

/** Ids that are read at once. */
const pageSize = 500
/** Spans of one transaction, and traces without many spans. */
const spansPerBatch = 200
const tracesPerBatch = 20
/** Milliseconds that a transaction should take, because log calls wait for the writer of SQLite. */
const targetMilliseconds = 10
const batchLimits = { first: 50, least: 5, most: 2_000 }

/**
 * Tables that the job leaves alone: the receipt; outboxes, which are empty when ClickHouse has the deletions; and objects,
 * which are deleted from the storage first.
 */
const otherTables: ReadonlySet<string> = new Set([
  'workspace_deletions',
  'log_outbox',
  'trace_outbox',
  'body_objects',
])

/** Deletes rows in a transaction, and saves their number by table with it. */
export type Write = (work: (tx: Tx) => Promise<Readonly<Record<string, number>>>) => Promise<void>

interface Removal {
  readonly store: Store
  readonly lease: Pick<Lease, 'workspace' | 'signal'>
  readonly write: Write
  readonly now: () => number
}

/**
 * Deletes all rows of a workspace in small transactions; false if an object remains. An interrupted removal continues with
 * the rows that are left.
 */
export async function removeRows(removal: Removal): Promise<boolean> {
  // Jobs that were queued during the deletion must not run beside it.
  await removeFrom(removal, ['jobs'])
  await removeTraces(removal)
  await removeRequests(removal)
  await removeFrom(removal, null)
  return deleteObjectsOf(removal.store, removal.lease, removal.now())
}

async function removeTraces({ store, lease, write }: Removal): Promise<void> {
  const { workspace, signal } = lease
  for (let traces = await firstTraces(store, workspace, pageSize); traces.length > 0; ) {
    signal.throwIfAborted()
    let done = 0
    await write(async (tx) => {
      done = 0
      let spans = 0
      for (const trace of traces.slice(0, tracesPerBatch)) {
        const deleted = await deleteSpans(tx, store, workspace, trace, Number.MAX_SAFE_INTEGER)
        spans += deleted.spans
        if (deleted.isDone) done++
        if (!deleted.isDone || spans >= spansPerBatch) break
      }
      return { traces: done, spans }
    })
    traces = traces.slice(done)
    if (traces.length === 0) traces = await firstTraces(store, workspace, pageSize)
  }
}

async function removeRequests({ store, lease, write }: Removal): Promise<void> {
  const { workspace, signal } = lease
  for (;;) {
    const ids = await firstRequests(store, workspace, pageSize)
    if (ids.length === 0) return
    await deleteRequestsIn(store, workspace, ids, (_batch, remove) => {
      signal.throwIfAborted()
      return write(async (tx) => ({ requests: await remove(tx) }))
    })
  }
}

/** Deletes the rows of these tables, or of all. A batch grows and shrinks with the time of the one before. */
async function removeFrom({ store, lease, write }: Removal, names: readonly string[] | null): Promise<void> {
  const { workspace, signal } = lease
  let limit = batchLimits.first
  for (const table of await workspaceTables(store)) {
    if (names ? !names.includes(table.name) : otherTables.has(table.name)) continue
    const except = table.name === 'jobs' ? deletesWorkspace(jobKind) : undefined
    while (await hasWorkspaceRows(store.db, table, workspace, except)) {
      signal.throwIfAborted()
      const start = performance.now()
      await write(async (tx) => ({
        [table.name]: await deleteWorkspaceRows(tx, store, table, { workspace, limit, except }),
      }))
      const share = targetMilliseconds / Math.max(1, performance.now() - start)
      limit = Math.round(Math.min(batchLimits.most, Math.max(batchLimits.least, limit * Math.min(2, share))))
    }
  }
}
