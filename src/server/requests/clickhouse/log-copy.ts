import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { extentQuery } from '../analytics/overview-queries.ts'
import { testsScores } from '../search/driver.ts'
import type { CopiedRows, LogCopyStatus, SearchableCopy } from '../search/log-copies.ts'
import type { LogSearch } from '../search/log-search.ts'
import { queriesWithin, type TimeLimit } from '../search/time-limit.ts'
import { ClickHouseLogSearch } from './clickhouse-log-search.ts'
import type { ClickHouse } from './client.ts'
import { compiler } from './compiler-queries.ts'
import { CopiedLogSearch } from './copied-log-search.ts'
import { copiedRequestsTable } from './copied-request-queries.ts'
import { copiedTracesTable } from './copied-trace-queries.ts'
import { hasGivenScores } from './copy-queries.ts'
import { stopCopy } from './outbox-queries.ts'
import { isCurrent } from './search-queries.ts'
import { TableCopy } from './table-copy.ts'
import { sizeOfCopy } from './verify-queries.ts'

/** Milliseconds for reading the size of the copy. */
const sizeTimeout = 1_000
const copiedTables = [copiedRequestsTable, copiedTracesTable] as const

/** The copy of the log: of its requests, and of the rows of its traces. */
export class LogCopy implements SearchableCopy {
  readonly store: Store
  readonly clickhouse: ClickHouse
  readonly requests: TableCopy
  readonly traces: TableCopy

  constructor(store: Store, clickhouse: ClickHouse, lease = 10_000) {
    this.store = store
    this.clickhouse = clickhouse
    this.requests = new TableCopy(copiedRequestsTable, store, clickhouse, lease)
    this.traces = new TableCopy(copiedTracesTable, store, clickhouse, lease)
  }

  get tables(): readonly TableCopy[] {
    return [this.requests, this.traces]
  }

  async search(
    workspace: WorkspaceId,
    query: SearchQuery,
    limit: TimeLimit,
    openDatabase: () => Promise<LogSearch>,
  ): Promise<LogSearch | null> {
    const { clickhouse, store } = this
    // ClickHouse has only scores that are whole numbers from 0 to 100.
    if (testsScores(query.filter) && (await hasGivenScores(store.db, workspace))) return null
    const extent = async () => (await queriesWithin(store, limit)(extentQuery({ store, workspace })))[0]!
    const view = await this.requests.view(
      (finished) => new ClickHouseLogSearch({ clickhouse, workspace, query, limit, finished, extent }),
    )
    return view && new CopiedLogSearch(query, view, openDatabase)
  }

  async askTraces<T>(
    workspace: WorkspaceId,
    question: (rows: CopiedRows) => Promise<T>,
    askDatabase: () => Promise<T>,
  ): Promise<T> {
    const { clickhouse } = this
    const store: CopiedRows['store'] = {
      dialect: 'clickhouse',
      db: compiler,
      timedQuery: ({ sql }, milliseconds) => clickhouse.rows(sql, milliseconds),
    }
    const view = await this.traces.view(
      (finished): CopiedRows => ({
        store,
        isCurrent: finished === null ? null : isCurrent('traces', workspace, finished),
      }),
    )
    return view ? view.ask(question, askDatabase) : askDatabase()
  }

  /** Copies changes until `stop`. */
  start(report: (error: unknown) => void): void {
    for (const table of this.tables) table.start(report)
  }

  async stop(): Promise<void> {
    const stopped = this.tables.map((table) => table.stop())
    await this.clickhouse.close()
    await Promise.all(stopped)
  }

  /** Makes the triggers that write changes into the outboxes. */
  async prepare(): Promise<void> {
    for (const table of this.tables) await table.prepare()
  }

  async status(): Promise<LogCopyStatus> {
    return { ...(await this.requests.status()), traces: await this.traces.status() }
  }

  sizeBytes(): Promise<number | null> {
    return sizeOfCopy(this.clickhouse, copiedTables, sizeTimeout).catch(() => null)
  }

  async eraseDeleted(): Promise<boolean> {
    const erased = await Promise.all(this.tables.map((table) => table.eraseDeleted()))
    return erased.every((isErased) => isErased)
  }

  /** Copies all changes up to now; false if that takes longer than `milliseconds`. */
  async flush(milliseconds: number): Promise<boolean> {
    const flushed = await Promise.all(this.tables.map((table) => table.flush(milliseconds)))
    return flushed.every((isFlushed) => isFlushed)
  }

  /** Ends the copy: the triggers are dropped and queries read the database. */
  async end(): Promise<void> {
    for (const table of this.tables) await table.end()
  }
}

export async function endCopy(store: Store): Promise<void> {
  for (const table of copiedTables) await store.transact((tx) => stopCopy(tx, store, table))
}
