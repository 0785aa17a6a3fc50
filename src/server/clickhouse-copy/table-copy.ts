import { setTimeout as sleep } from 'node:timers/promises'
import { type CopyRow, chunksOf, type Store } from '../db/index.ts'
import type { ClickHouse } from './client.ts'
import type { CopiedId, CopiedRow, CopiedTable } from './copied-table.ts'
import type { CopyStatus } from './copies.ts'
import { countOfBatch, countOlder, deleteOlder, eraseStatements } from './copy-queries.ts'
import { CopyView } from './copy-view.ts'
import {
  backfillStep,
  batchSize,
  claimBatch,
  finishBatch,
  hasOutboxUpTo,
  hasRows,
  idsOfBatch,
  lastOfOutbox,
  lockCopy,
  maxOutbox,
  outboxSize,
  readCopy,
  releaseBatch,
  setCopy,
  startTriggers,
  stopCopy,
} from './outbox-queries.ts'
import { ClickHouseUnavailableError, onlyRow } from './unavailable.ts'

/** Milliseconds between two reads of an empty outbox. */
const idleInterval = 1_000
/** Milliseconds between attempts after a failure, doubled from `first` to `last`. */
const retries = { first: 1_000, last: 30_000 }
/** Milliseconds for which the row of the copy is cached. */
const cacheMilliseconds = 1_000
/** Milliseconds between two checks whether another process has copied its batch. */
const pollInterval = 20
/** Milliseconds that a query waits for earlier changes to be copied. After that the database answers the query. */
const flushTimeout = 1_500
/** Milliseconds in which all deletions must be copied before deleted rows are removed from files. */
const eraseTimeout = 30_000
/** Milliseconds after a failure in which the database answers queries, because ClickHouse may take long to fail. */
const avoidMilliseconds = 30_000
/** Rows that are read at once: 200 requests take about 10 ms to convert. */
const rowsPerRead = 200

/** Copies changes of one table from its outbox to ClickHouse. */
export class TableCopy {
  readonly table: CopiedTable
  readonly store: Store
  readonly clickhouse: ClickHouse
  readonly #lease: number
  #stopping = new AbortController()
  #loop: Promise<void> = Promise.resolve()
  #running: Promise<boolean> | null = null
  /** The last batch that this process began. */
  #ownBatch: number | null = null
  /** Why ClickHouse last failed in this process; null if it has answered since. */
  #problem: string | null = null
  #avoidedUntil = 0
  #fallbacks = 0
  #cachedRow: { readonly at: number; readonly row: Promise<CopyRow> } | null = null

  constructor(table: CopiedTable, store: Store, clickhouse: ClickHouse, lease: number) {
    this.table = table
    this.store = store
    this.clickhouse = clickhouse
    this.#lease = lease
  }

  /**
   * Makes queries of the copy; null if the database must answer. `open` gets null, or the last finished batch, if rows of a
   * later batch must be left out.
   */
  async view<Form>(open: (finished: number | null) => Form): Promise<CopyView<Form> | null> {
    const { read_from } = await this.#recentRow()
    if (read_from !== 'clickhouse') return null
    // A query must see all rows that were acknowledged before it.
    const isCurrent =
      performance.now() >= this.#avoidedUntil &&
      (await this.flush(flushTimeout).catch((error: unknown) => this.#recordFailure(error)))
    if (!isCurrent) {
      this.#fallbacks++
      return null
    }
    const { finished_batch, last_batch } = await this.row()
    const forms = {
      plain: finished_batch === last_batch ? open(null) : null,
      exact: open(finished_batch),
      isUnchanged: async () => (await this.row()).last_batch === last_batch,
    }
    return new CopyView(forms, (error) => {
      if (error === null) return this.#recordSuccess()
      this.#fallbacks++
      this.#recordFailure(error)
    })
  }

  row(): Promise<CopyRow> {
    return readCopy(this.store, this.table)
  }

  #recordFailure(error: unknown): false {
    this.#problem = (error as Error).message
    this.#avoidedUntil = performance.now() + avoidMilliseconds
    return false
  }

  #recordSuccess(): void {
    this.#problem = null
    this.#avoidedUntil = 0
  }

  /** Copies changes until `stop`. */
  start(report: (error: unknown) => void): void {
    this.#loop = this.#run(report)
  }

  /** Stops at once if the client is closed. The next process copies an aborted batch again, as after a kill. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#loop
    await this.#running?.catch(() => {})
  }

  /** Makes the triggers that write changes into the outbox. */
  async prepare(): Promise<void> {
    await this.store.transact(async (tx) => {
      const { state } = await lockCopy(tx, this.table)
      if (state !== 'off') return
      for (const query of startTriggers(this.store, this.table)) await tx.executeQuery(query)
      await setCopy(tx, this.table, { state: (await hasRows(tx, this.table)) ? 'changes' : 'complete' })
    })
  }

  async status(): Promise<CopyStatus> {
    const { state, read_from, problem } = await this.row()
    const pending = await outboxSize(this.store, this.table)
    return { state, read_from, pending, problem: this.#problem ?? problem, fallbacks: this.#fallbacks }
  }

  /** Chooses which storage answers searches. Other processes follow within a second. */
  async readFrom(storage: CopyRow['read_from']): Promise<void> {
    await this.store.transact((tx) => setCopy(tx, this.table, { read_from: storage }))
    this.#cachedRow = null
  }

  #recentRow(): Promise<CopyRow> {
    const now = performance.now()
    if (!this.#cachedRow || now - this.#cachedRow.at > cacheMilliseconds)
      this.#cachedRow = { at: now, row: this.row() }
    return this.#cachedRow.row
  }

  /** Copies all changes up to now; false if that takes longer than `milliseconds`. */
  async flush(milliseconds: number): Promise<boolean> {
    const last = await lastOfOutbox(this.store, this.table)
    if (last === null) return true
    const deadline = performance.now() + milliseconds
    while (await hasOutboxUpTo(this.store, this.table, last)) {
      const remaining = deadline - performance.now()
      if (remaining <= 0) return false
      const copied = await Promise.race([this.copyBatch(), sleep(remaining, null, { ref: false })])
      if (copied === null) return false
      // Another process is copying the batch.
      if (!copied) await sleep(Math.min(remaining, pollInterval), undefined, { ref: false })
    }
    return true
  }

  async eraseDeleted(): Promise<boolean> {
    if ((await this.row()).state === 'off') return true
    try {
      if (!(await this.flush(eraseTimeout))) return false
      for (const statement of eraseStatements(this.table)) await this.clickhouse.command(statement)
      return true
    } catch (error) {
      if (!(error instanceof ClickHouseUnavailableError)) throw error
      return this.#recordFailure(error)
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
    const claimed = await this.store.transact((tx) => claimBatch(tx, this.table, now))
    if (claimed === null) return false
    const { batch, isNew } = claimed
    // A batch's number is the time at which it was claimed. Another process may still be copying a young batch; copying
    // it twice would be correct but wasteful.
    if (!isNew && batch !== this.#ownBatch && Math.abs(now - batch) < this.#lease) return false
    this.#ownBatch = batch
    const ids = await idsOfBatch(this.store, this.table, batch)
    let rows = 0
    const counted = async function* (source: AsyncIterable<CopiedRow>) {
      for await (const row of source) {
        rows++
        yield row
      }
    }
    await this.clickhouse.insert(this.table.name, counted(this.#rowsOf(ids, batch)), String(batch))
    if ((await this.#count(countOfBatch(this.table, ids, batch))) !== rows) {
      // A row changed between two attempts. A batch with a new number replaces the rows of this one.
      await this.store.transact((tx) => releaseBatch(tx, this.table, batch))
      return true
    }
    if ((await this.#count(countOlder(this.table, ids, batch))) > 0)
      await this.clickhouse.command(deleteOlder(this.table, ids, batch))
    await this.store.transact((tx) => finishBatch(tx, this.table, batch))
    this.#recordSuccess()
    return true
  }

  async *#rowsOf(ids: readonly CopiedId[], batch: number): AsyncGenerator<CopiedRow> {
    for (const [workspace, group] of Map.groupBy(ids, ({ workspace_id }) => workspace_id))
      for (const chunk of chunksOf(group, rowsPerRead))
        yield* await this.table.rows(
          this.store,
          workspace,
          chunk.map(({ id }) => id),
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
        wait = isCopied || isBackfilled ? 0 : idleInterval
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        if (this.#problem === null) report(error)
        this.#recordFailure(error)
        await this.#saveProblem(this.#problem).catch(() => {})
        wait = Math.min(retries.last, Math.max(retries.first, 2 * wait))
      }
      await this.#giveUpIfFull(report)
      await sleep(wait, undefined, { signal: this.#stopping.signal }).catch(() => {})
    }
  }

  /** Clears the problem if ClickHouse answers and there is nothing to copy. */
  async #probeAfterProblem(): Promise<void> {
    const { problem } = await this.row()
    if (problem === null && this.#problem === null) return
    await this.clickhouse.probe()
    this.#recordSuccess()
    await this.#saveProblem(null)
  }

  /** Stores the problem, so that other processes can show it. */
  async #saveProblem(problem: string | null): Promise<void> {
    if ((await this.row()).problem === problem) return
    await this.store.transact((tx) => setCopy(tx, this.table, { problem }))
  }

  /** Adds further rows to the outbox unless it is full enough; false if all rows were added. */
  async backfillStep(): Promise<boolean> {
    const { state } = await this.row()
    if (state !== 'backfill') return false
    if ((await outboxSize(this.store, this.table)) > batchSize) return true
    return this.store.transact((tx) => backfillStep(tx, this.table))
  }

  /** Ends the copy if the outbox is full. The database has all rows, so a backfill can make the copy again. */
  async #giveUpIfFull(report: (error: unknown) => void): Promise<void> {
    if ((await outboxSize(this.store, this.table).catch(() => 0)) <= maxOutbox) return
    report(new Error(`The copy of ${this.table.name} ended: ${maxOutbox} changes wait for ClickHouse.`))
    await this.end()
  }

  /** Ends the copy: the triggers are dropped and queries read the database. */
  async end(): Promise<void> {
    await this.store.transact((tx) => stopCopy(tx, this.store, this.table))
    this.#cachedRow = null
  }
}
