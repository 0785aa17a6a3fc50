import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { ClickHouse } from './client.ts'
import { compiler } from './compiler-queries.ts'
import { copiedRequestsTable } from './copied-request-queries.ts'
import { copiedTracesTable } from './copied-trace-queries.ts'
import type { CopiedRows, LogCopyStatus, ReadableCopy } from './copies.ts'
import type { CopyView } from './copy-view.ts'
import { type CopiedTableName, isCurrent } from './current-queries.ts'
import { stopCopy } from './outbox-queries.ts'
import { TableCopy } from './table-copy.ts'
import { sizeOfCopy } from './verify-queries.ts'

/** Milliseconds for reading the size of the copy. */
const sizeTimeout = 1_000
const copiedTables = [copiedRequestsTable, copiedTracesTable] as const

/** The copy of the log: of its requests, and of the rows of its traces. */
export class LogCopy implements ReadableCopy {
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

  view<Form>(
    table: CopiedTableName,
    workspace: WorkspaceId,
    open: (rows: CopiedRows) => Form,
  ): Promise<CopyView<Form> | null> {
    return this[table].view((finished) => open(copiedRows(this.clickhouse, table, workspace, finished)))
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

/** The rows of a table in ClickHouse. `finished` is the last batch whose replaced rows are deleted; null: all batches. */
export const copiedRows = (
  clickhouse: ClickHouse,
  table: CopiedTableName,
  workspace: WorkspaceId,
  finished: number | null,
): CopiedRows => ({
  store: {
    dialect: 'clickhouse',
    db: compiler,
    timedQuery: ({ sql }, milliseconds) => clickhouse.rows(sql, milliseconds),
  },
  isCurrent: finished === null ? null : isCurrent(table, workspace, finished),
})
