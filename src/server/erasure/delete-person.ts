import type { PersonDeletionCounts, RemainingItem } from '../../contract/index.ts'
import { namesPerson } from '../../engine/erasure/index.ts'
import type { Context } from '../context.ts'
import type { PersonDeletionRow, Tx } from '../db/index.ts'
import type { JobHandler, Lease } from '../jobs/index.ts'
import { eraseDeletedCopies, eraseDeletedWords } from '../requests/index.ts'
import { addCounts } from './deletion-counts.ts'
import { changeDeletion, findDeletion } from './deletion-queries.ts'
import { eraseNamed } from './erase-named.ts'
import { namedPages, type PersonMatcher } from './find-named.ts'
import { clearSubjects, findSubjects } from './origin-queries.ts'
import { afterStage, firstPass, type Position } from './passes.ts'
import { noRemaining, type Remaining, withItems, withUnread } from './remaining.ts'
import type { RunningDeletion } from './running-deletion.ts'
import { isRemainingStage, type Stage } from './stages.ts'
import { removeUnusedUploads } from './work-queries.ts'

export const jobKind = 'person deletion'

/** Milliseconds after which the position is saved although nothing was deleted. */
const savingInterval = 1_000
/** Milliseconds until the next attempt if ClickHouse is away or a reader blocks the write-ahead log. */
const storageRetry = 15_000

export const erasureJobs = ({ store, now }: Pick<Context, 'store' | 'now'>): JobHandler => ({
  kind: jobKind,
  async run(lease) {
    const { workspace, run: id, signal } = lease
    const row = await findDeletion(store.db, workspace, id)
    if (row?.state !== 'running') return { kind: 'done' }
    if (row.identifiers !== null) await new PersonDeletion({ store, now }, lease, row, row.identifiers).run()
    await eraseDeletedWords(store, signal)
    const isErased = (await eraseDeletedCopies(store)) && (await store.overwriteDeleted(signal))
    if (!isErased) return { kind: 'again', at: now() + storageRetry }
    await lease.finish((tx) => changeDeletion(tx, workspace, id, { state: 'done', ended_at: now() }))
    return { kind: 'done' }
  },
  async failed(tx, { workspace, run }) {
    const error = 'The deletion failed; the log of the server says why. Start it again.'
    await changeDeletion(tx, workspace, run, {
      state: 'failed',
      error,
      identifiers: null,
      ended_at: now(),
    })
    await clearSubjects(tx, workspace, run)
  },
})

/** One attempt at a deletion. It continues at the position that the last attempt saved. */
class PersonDeletion implements RunningDeletion {
  readonly store: Context['store']
  readonly workspace: Lease['workspace']
  readonly id: string
  readonly matcher: PersonMatcher
  readonly now: () => number
  readonly #lease: Lease
  #counts: PersonDeletionCounts
  #remaining: Remaining
  #position: Position
  #savedAt = performance.now()

  constructor(
    { store, now }: Pick<Context, 'store' | 'now'>,
    lease: Lease,
    row: PersonDeletionRow,
    identifiers: string,
  ) {
    this.store = store
    this.now = now
    this.workspace = lease.workspace
    this.id = row.id
    this.#lease = lease
    this.matcher = {
      names: namesPerson(JSON.parse(identifiers) as string[]),
      deletedAmong: (origins) => findSubjects(store, lease.workspace, row.id, origins),
    }
    this.#counts = JSON.parse(row.counts) as PersonDeletionCounts
    this.#remaining = JSON.parse(row.remaining) as Remaining
    this.#position = JSON.parse(row.position) as Position
  }

  async run(): Promise<void> {
    this.#position = await firstPass(this, this.#position)
    for (let { stage } = this.#position; stage !== 'storage'; { stage } = this.#position) {
      await this.#runStage(stage)
      const { position, underWay } = await afterStage(this, this.#position, stage)
      if (position.pass !== this.#position.pass) this.#remaining = noRemaining
      if (underWay) this.#remaining = { ...this.#remaining, under_way: underWay }
      this.#position = position
      await this.write((tx) => (position.stage === 'storage' ? this.#removeUploads(tx) : Promise.resolve({})))
    }
  }

  async #removeUploads(tx: Tx): Promise<Partial<PersonDeletionCounts>> {
    return { uploads: await removeUnusedUploads(tx, this.workspace, this.now()) }
  }

  async #runStage(stage: Stage): Promise<void> {
    const { after } = this.#position
    for await (const { named, last, unread } of namedPages(
      this.store,
      this.workspace,
      stage,
      this.matcher,
      after,
    )) {
      this.#lease.signal.throwIfAborted()
      if (!isRemainingStage(stage)) await eraseNamed(this, stage, named)
      else if (named.length > 0)
        await this.remain(
          named.map((key) => ({ kind: stage, id: String(key.at(-1)) })),
          { ...this.#position, after: last ?? named.at(-1)! },
        )
      this.#remaining = withUnread(this.#remaining, unread)
      this.#position = { ...this.#position, after: last }
      if (last !== null && performance.now() - this.#savedAt > savingInterval)
        await this.write(async () => ({}))
    }
  }

  /** Saves the remaining items together with the position after them, so that a retry counts none twice. */
  async remain(items: readonly RemainingItem[], position: Position): Promise<void> {
    this.#remaining = withItems(this.#remaining, items)
    this.#position = position
    await this.write(async () => ({}))
  }

  /** Deletes rows, and saves the counts and the position in the same transaction. */
  readonly write: RunningDeletion['write'] = async (work) => {
    this.#counts = await this.#lease.commit(async (tx) => {
      const counts = addCounts(this.#counts, await work(tx))
      const isLast = this.#position.stage === 'storage'
      await changeDeletion(tx, this.workspace, this.id, {
        counts: JSON.stringify(counts),
        remaining: JSON.stringify(this.#remaining),
        position: JSON.stringify(this.#position),
        // The identifiers are deleted before the bytes of deleted rows are overwritten.
        ...(isLast && { identifiers: null }),
      })
      if (isLast) await clearSubjects(tx, this.workspace, this.id)
      return counts
    })
    this.#savedAt = performance.now()
  }
}
