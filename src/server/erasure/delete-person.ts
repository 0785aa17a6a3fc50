import type { PersonDeletionCounts } from '../../contract/index.ts'
import { namesPerson } from '../../engine/erasure/index.ts'
import type { Context } from '../context.ts'
import type { PersonDeletionRow, Tx } from '../db/index.ts'
import type { JobHandler, Lease } from '../jobs/index.ts'
import {
  countScoresOfRequests,
  deleteRequestsIn,
  eraseDeletedWords,
  requestIdsOfTrace,
} from '../requests/index.ts'
import { countScoresOfTrace, deleteSpans } from '../traces/index.ts'
import { changeDeletion, findDeletion } from './deletion-queries.ts'
import { namedPages } from './find-named.ts'
import { added, countOf, isTextStage, type Stage, stages, textTables } from './stages.ts'
import { deleteCommentsOn, deleteRow, eraseAuditEvent, type Key } from './text-queries.ts'

export const kind = 'person deletion'

/** Milliseconds between two saved positions without a deletion. */
const savingInterval = 1_000
/** Milliseconds until the file is tried again after a reader held the old log. */
const storageRetry = 15_000

/** Where a deletion is. `storage`: everything is deleted, and its bytes are overwritten. */
export interface Position {
  readonly stage: Stage | 'storage'
  readonly after: Key | null
}

export const firstPosition: Position = { stage: stages[0]!, after: null }

export const erasureJobs = ({ store, now }: Pick<Context, 'store' | 'now'>): JobHandler => ({
  kind,
  async run(lease) {
    const { workspace, run: id, signal } = lease
    const row = await findDeletion(store.db, workspace, id)
    if (row?.state !== 'running') return { kind: 'done' }
    if (row.identifiers !== null) await new PersonDeletion(store, lease, row, row.identifiers).run()
    await eraseDeletedWords(store, signal)
    if (!(await store.overwriteDeleted(signal))) return { kind: 'again', at: now() + storageRetry }
    await lease.finish((tx) => changeDeletion(tx, workspace, id, { state: 'done', ended_at: now() }))
    return { kind: 'done' }
  },
  async failed(tx, { workspace, run }) {
    const error = 'The deletion failed; the log of the server says why. Start it again.'
    await changeDeletion(tx, workspace, run, {
      ...{ state: 'failed', error, identifiers: null, ended_at: now() },
    })
  },
})

/** One attempt at a deletion; goes on where the last one stopped. */
class PersonDeletion {
  readonly #store: Context['store']
  readonly #lease: Lease
  readonly #names: (text: string) => Iterable<boolean>
  #counts: PersonDeletionCounts
  #position: Position
  #savedAt = performance.now()

  constructor(store: Context['store'], lease: Lease, row: PersonDeletionRow, identifiers: string) {
    this.#store = store
    this.#lease = lease
    this.#names = namesPerson(JSON.parse(identifiers) as string[])
    this.#counts = JSON.parse(row.counts) as PersonDeletionCounts
    this.#position = JSON.parse(row.position) as Position
  }

  async run(): Promise<void> {
    for (let { stage } = this.#position; stage !== 'storage'; { stage } = this.#position) {
      await this.#runStage(stage)
      const next = stages[stages.indexOf(stage) + 1] ?? 'storage'
      this.#position = { stage: next, after: null }
      await this.#write(async () => ({}))
    }
  }

  async #runStage(stage: Stage): Promise<void> {
    const { after } = this.#position
    const { workspace, signal } = this.#lease
    for await (const { named, last } of namedPages(this.#store, workspace, stage, this.#names, after)) {
      signal.throwIfAborted()
      await this.#deleteNamed(stage, named)
      this.#position = { stage, after: last }
      if (last !== null && performance.now() - this.#savedAt > savingInterval)
        await this.#write(async () => ({}))
    }
  }

  async #deleteNamed(stage: Stage, keys: readonly Key[]): Promise<void> {
    if (stage === 'requests') return this.#deleteRequests(keys.map(([id]) => Number(id)))
    if (stage === 'traces' || stage === 'spans')
      for (const traceId of new Set(keys.map(([id]) => String(id)))) await this.#deleteTrace(traceId)
    else if (isTextStage(stage) && keys.length > 0)
      await this.#write(async (tx) => {
        let count = 0
        for (const key of keys)
          count +=
            stage === 'audit_events'
              ? await eraseAuditEvent(tx, this.#lease.workspace, Number(key[0]))
              : await deleteRow(tx, this.#lease.workspace, textTables[stage], key)
        return { [countOf(stage)]: count }
      })
  }

  async #deleteRequests(ids: readonly number[]): Promise<void> {
    const { workspace } = this.#lease
    await deleteRequestsIn(this.#store, workspace, ids, (batch, remove) =>
      this.#write(async (tx) => ({
        comments: await deleteCommentsOn(tx, workspace, 'request', batch.map(String)),
        scores: await countScoresOfRequests(tx, workspace, batch),
        requests: await remove(tx),
      })),
    )
  }

  async #deleteTrace(traceId: string): Promise<void> {
    const { workspace } = this.#lease
    await this.#deleteRequests(await requestIdsOfTrace(this.#store.scan, workspace, traceId))
    let isDone = false
    while (!isDone)
      await this.#write(async (tx) => {
        const scores = await countScoresOfTrace(tx, workspace, traceId)
        const deleted = await deleteSpans(tx, this.#store, workspace, traceId, Number.MAX_SAFE_INTEGER)
        isDone = deleted.isDone
        if (!isDone) return { spans: deleted.spans }
        const comments = await deleteCommentsOn(tx, workspace, 'trace', [traceId])
        return { spans: deleted.spans, traces: 1, scores, comments }
      })
  }

  /** Deletes, counts and saves the position in one transaction. */
  async #write(work: (tx: Tx) => Promise<Partial<PersonDeletionCounts>>): Promise<void> {
    const { workspace, run: id } = this.#lease
    this.#counts = await this.#lease.commit(async (tx) => {
      const counts = added(this.#counts, await work(tx))
      await changeDeletion(tx, workspace, id, {
        counts: JSON.stringify(counts),
        position: JSON.stringify(this.#position),
        // The row's own identifiers go before the bytes of deleted rows are overwritten.
        ...(this.#position.stage === 'storage' && { identifiers: null }),
      })
      return counts
    })
    this.#savedAt = performance.now()
  }
}
