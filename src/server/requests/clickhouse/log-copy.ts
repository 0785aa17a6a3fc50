import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchQuery } from '../../../engine/search/index.ts'
import { chunksOf, type LogCopyRow, type Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { extentQuery } from '../analytics/overview-queries.ts'
import { testsScores } from '../search/driver.ts'
import type { CopyStatus, SearchableCopy } from '../search/log-copies.ts'
import type { LogSearch } from '../search/log-search.ts'
import { queriesWithin, type TimeLimit } from '../search/time-limit.ts'
import { ClickHouseLogSearch } from './clickhouse-log-search.ts'
import { type ClickHouse, ClickHouseUnavailableError, onlyRow } from './client.ts'
import { CopiedLogSearch } from './copied-log-search.ts'
import { type CopiedRow, copiedRows } from './copied-row-queries.ts'
import { countOfBatch, countOlder, deleteOlder, eraseStatements, hasGivenScores } from './copy-queries.ts'
import {
  backfillStep,
  batchSize,
  type CopiedId,
  claimBatch,
  finishBatch,
  hasOutboxUpTo,
  hasRequests,
  idsOfBatch,
  lastOfOutbox,
  lockCopy,
  maxOutbox,
  outboxSize,
  readCopy,
  releaseBatch,
  setCopy,
  startTriggers,
  stopTriggers,
} from './outbox-queries.ts'
import { sizeOfCopy } from './verify-queries.ts'

/** Milliseconds between two reads of an empty outbox. */
const pause = 1_000
/** Milliseconds between attempts after a failure, doubled from `first` to `last`. */
const retries = { first: 1_000, last: 30_000 }
/** Milliseconds for which the row of the copy is cached. */
const reuse = 1_000
/** Milliseconds between two checks whether another process has copied its batch. */
const poll = 20
/** Milliseconds that a search waits for earlier changes to be copied. After that the database answers the search. */
const flushTimeout = 1_500
/** Milliseconds in which all deletions must be copied before deleted rows are removed from files. */
const eraseTimeout = 30_000
/** Milliseconds after a failure in which the database answers searches, because ClickHouse may take long to fail. */
const avoidance = 30_000
/** Milliseconds for reading the size of the copy. */
const sizeTimeout = 1_000
/** Requests that are read at once: 200 take about 10 ms to convert. */
const readAtOnce = 200

/** Copies changes of the request log from the outbox to ClickHouse. */
export class LogCopy implements SearchableCopy {
  readonly store: Store
  readonly clickhouse: ClickHouse
  readonly #lease: number
  #stopping = new AbortController()
  #loop: Promise<void> = Promise.resolve()
  #running: Promise<boolean> | null = null
  /** The last batch that this process began. */
  #own: number | null = null
  /** Why ClickHouse last failed in this process; null if it has answered since. */
  #problem: string | null = null
  #avoidedUntil = 0
  #fallbacks = 0
  #known: { readonly at: number; readonly row: Promise<LogCopyRow> } | null = null

  constructor(store: Store, clickhouse: ClickHouse, lease = 10_000) {
    this.store = store
    this.clickhouse = clickhouse
    this.#lease = lease
  }

  async search(
    workspace: WorkspaceId,
    query: SearchQuery,
    limit: TimeLimit,
    openDatabase: () => Promise<LogSearch>,
  ): Promise<LogSearch | null> {
    const { read_from } = await this.#knownRow()
    if (read_from !== 'clickhouse') return null
    // ClickHouse has only scores that are whole numbers from 0 to 100.
    if (testsScores(query.filter) && (await hasGivenScores(this.store.db, workspace))) return null
    // A search must find all requests that were acknowledged before it.
    const isCurrent =
      performance.now() >= this.#avoidedUntil &&
      (await this.flush(flushTimeout).catch((error: unknown) => this.#noteFailure(error)))
    if (!isCurrent) {
      this.#fallbacks++
      return null
    }
    const { finished_batch, last_batch } = await readCopy(this.store)
    const { clickhouse, store } = this
    const extent = async () => (await queriesWithin(store, limit)(extentQuery({ store, workspace })))[0]!
    const open = (finished: number | null) =>
      new ClickHouseLogSearch({ clickhouse, workspace, query, limit, finished, extent })
    const searches = {
      plain: finished_batch === last_batch ? open(null) : null,
      exact: open(finished_batch),
      isUnchanged: async () => (await readCopy(this.store)).last_batch === last_batch,
    }
    return new CopiedLogSearch(searches, openDatabase, (error) => {
      if (error === null) return this.#noteAnswer()
      this.#fallbacks++
      this.#noteFailure(error)
    })
  }

  #noteFailure(error: unknown): false {
    this.#problem = (error as Error).message
    this.#avoidedUntil = performance.now() + avoidance
    return false
  }

  #noteAnswer(): void {
    this.#problem = null
    this.#avoidedUntil = 0
  }

  /** Copies changes until `stop`. */
  start(report: (error: unknown) => void): void {
    this.#loop = this.#run(report)
  }

  /** Stops at once: the next process continues an aborted batch as it does after a kill. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.clickhouse.close()
    await this.#loop
    await this.#running?.catch(() => {})
  }

  /** Makes the triggers that write changes into the outbox. */
  async prepare(): Promise<void> {
    await this.store.transact(async (tx) => {
      const { state } = await lockCopy(tx)
      if (state !== 'off') return
      for (const query of startTriggers(this.store)) await tx.executeQuery(query)
      await setCopy(tx, { state: (await hasRequests(tx)) ? 'changes' : 'complete' })
    })
  }

  async status(): Promise<CopyStatus> {
    const { state, read_from, problem } = await readCopy(this.store)
    const pending = await outboxSize(this.store)
    return { state, read_from, pending, problem: this.#problem ?? problem, fallbacks: this.#fallbacks }
  }

  sizeBytes(): Promise<number | null> {
    return sizeOfCopy(this.clickhouse, sizeTimeout).catch(() => null)
  }

  /** Chooses which storage answers searches. Other processes follow within a second. */
  async readFrom(home: LogCopyRow['read_from']): Promise<void> {
    await this.store.transact((tx) => setCopy(tx, { read_from: home }))
    this.#known = null
  }

  #knownRow(): Promise<LogCopyRow> {
    const now = performance.now()
    if (!this.#known || now - this.#known.at > reuse) this.#known = { at: now, row: readCopy(this.store) }
    return this.#known.row
  }

  /** Copies all changes up to now; false if that takes longer than `milliseconds`. */
  async flush(milliseconds: number): Promise<boolean> {
    const last = await lastOfOutbox(this.store)
    if (last === null) return true
    const deadline = performance.now() + milliseconds
    while (await hasOutboxUpTo(this.store, last)) {
      const remaining = deadline - performance.now()
      if (remaining <= 0) return false
      const copied = await Promise.race([this.copyBatch(), sleep(remaining, null, { ref: false })])
      if (copied === null) return false
      // Another process is copying the batch.
      if (!copied) await sleep(Math.min(remaining, poll), undefined, { ref: false })
    }
    return true
  }

  async eraseDeleted(): Promise<boolean> {
    if ((await readCopy(this.store)).state === 'off') return true
    try {
      if (!(await this.flush(eraseTimeout))) return false
      for (const statement of eraseStatements) await this.clickhouse.command(statement)
      return true
    } catch (error) {
      if (!(error instanceof ClickHouseUnavailableError)) throw error
      return this.#noteFailure(error)
    }
  }

  /** Copies one batch; false if there is none, or another process is copying it. Concurrent calls share one copy. */
  copyBatch(): Promise<boolean> {
    this.#running ??= this.#copyBatch().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #copyBatch(): Promise<boolean> {
    const now = Date.now()
    const claimed = await this.store.transact((tx) => claimBatch(tx, now))
    if (claimed === null) return false
    const { batch, isNew } = claimed
    // A batch's number is the time at which it was claimed. Another process may still be copying a young batch; copying
    // it twice would be correct but wasteful.
    if (!isNew && batch !== this.#own && Math.abs(now - batch) < this.#lease) return false
    this.#own = batch
    const ids = await idsOfBatch(this.store, batch)
    let rows = 0
    const counted = async function* (source: AsyncIterable<CopiedRow>) {
      for await (const row of source) {
        rows++
        yield row
      }
    }
    await this.clickhouse.insert('requests', counted(this.#rowsOf(ids, batch)), String(batch))
    if ((await this.#count(countOfBatch(ids, batch))) !== rows) {
      // A request changed between two attempts. A batch with a new number replaces the rows of this one.
      await this.store.transact((tx) => releaseBatch(tx, batch))
      return true
    }
    if ((await this.#count(countOlder(ids, batch))) > 0)
      await this.clickhouse.command(deleteOlder(ids, batch))
    await this.store.transact((tx) => finishBatch(tx, batch))
    this.#noteAnswer()
    return true
  }

  async *#rowsOf(ids: readonly CopiedId[], batch: number): AsyncGenerator<CopiedRow> {
    for (const [workspace, group] of Map.groupBy(ids, ({ workspace_id }) => workspace_id))
      for (const chunk of chunksOf(group, readAtOnce))
        yield* await copiedRows(
          this.store,
          workspace,
          chunk.map(({ request_id }) => request_id),
          batch,
        )
  }

  async #count(query: string): Promise<number> {
    return onlyRow(await this.clickhouse.rows<{ rows: number }>(query)).rows
  }

  async #run(report: (error: unknown) => void): Promise<void> {
    let wait = 0
    let isMigrated = false
    while (!this.#stopping.signal.aborted) {
      try {
        if (!isMigrated) await this.clickhouse.migrate()
        isMigrated = true
        const isCopied = await this.copyBatch()
        const isBackfilled = await this.backfillStep()
        if (!isCopied) await this.#probeAfterProblem()
        wait = isCopied || isBackfilled ? 0 : pause
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        if (this.#problem === null) report(error)
        this.#noteFailure(error)
        await this.#saveProblem(this.#problem).catch(() => {})
        wait = Math.min(retries.last, Math.max(retries.first, 2 * wait))
      }
      await this.#giveUpIfFull(report)
      await sleep(wait, undefined, { signal: this.#stopping.signal }).catch(() => {})
    }
  }

  /** Clears the problem if ClickHouse answers and there is nothing to copy. */
  async #probeAfterProblem(): Promise<void> {
    const { problem } = await readCopy(this.store)
    if (problem === null && this.#problem === null) return
    await this.clickhouse.probe()
    this.#noteAnswer()
    await this.#saveProblem(null)
  }

  /** Stores the problem, so that other processes can show it. */
  async #saveProblem(problem: string | null): Promise<void> {
    if ((await readCopy(this.store)).problem === problem) return
    await this.store.transact((tx) => setCopy(tx, { problem }))
  }

  /** Adds further requests to the outbox unless it is full enough; false if all requests were added. */
  async backfillStep(): Promise<boolean> {
    const { state } = await readCopy(this.store)
    if (state !== 'backfill') return false
    if ((await outboxSize(this.store)) > batchSize) return true
    return this.store.transact(backfillStep)
  }

  /** Ends the copy if the outbox is full. The database has all requests, so a backfill can make the copy again. */
  async #giveUpIfFull(report: (error: unknown) => void): Promise<void> {
    if ((await outboxSize(this.store).catch(() => 0)) <= maxOutbox) return
    report(new Error(`The copy of the log ended: ${maxOutbox} changes wait for ClickHouse.`))
    await this.end()
  }

  /** Ends the copy: the triggers are dropped and searches read the database. */
  async end(): Promise<void> {
    await endCopy(this.store)
    this.#known = null
  }
}

export const endCopy = (store: Store): Promise<void> =>
  store.transact(async (tx) => {
    await lockCopy(tx)
    for (const query of stopTriggers(store)) await tx.executeQuery(query)
    await tx.deleteFrom('log_outbox').execute()
    await setCopy(tx, {
      state: 'off',
      read_from: 'database',
      problem: null,
      batch: null,
      backfill_workspace: null,
      backfill_request: null,
    })
  })
