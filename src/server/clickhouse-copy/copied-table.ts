import type { Store, Tx } from '../db/index.ts'

/** A row that changed. */
export interface CopiedId {
  readonly workspace_id: number
  readonly id: number | string
  /** The least and the greatest position of the row; see `CopiedTable`. They differ if the id was used again. */
  readonly first: number
  readonly last: number
}

/** A row in the form of ClickHouse. */
export interface CopiedRow {
  readonly batch: number
}

/** Figures of the rows of one day, for the comparison. Both sides compute the columns `exact` and `rounded`. */
export interface Day {
  readonly workspace: number
  readonly day: number
  readonly rows: number
  readonly [figure: string]: number
}

/** A table of the database that has a copy of the same name in ClickHouse. */
export interface CopiedTable {
  readonly name: 'requests' | 'traces'
  /** The database table with the state of the copy. */
  readonly state: 'log_copy' | 'trace_copy'
  readonly outbox: 'log_outbox' | 'trace_outbox'
  /** The column with the id of a row, in the outbox and in ClickHouse. */
  readonly id: { readonly outbox: 'request_id' | 'trace_id'; readonly copy: 'id' | 'trace_id' }
  /**
   * The column with the position of a row, a number that never changes and grows with later rows. Statements about a batch
   * read only the range of its positions.
   */
  readonly position: { readonly outbox: 'request_id' | 'created_at'; readonly copy: 'id' | 'created_at' }
  /** The database tables whose changes are copied. For each: the outbox's columns, with the table's column that fills each. */
  readonly sources: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Reads the rows that still exist. */
  rows(
    store: Store,
    workspace: number,
    ids: readonly (number | string)[],
    batch: number,
  ): Promise<readonly CopiedRow[]>
  /**
   * Adds the next rows of the backfill to the outbox, newest first. Returns the state's columns with the position reached;
   * null if there are no more rows.
   */
  backfill(tx: Tx, limit: number): Promise<object | null>
  /** The columns that `backfill` returns, with their values while no backfill runs. */
  readonly noBackfill: object
  /** The state's column with the id that a backfill has reached. */
  readonly backfillId: 'backfill_request' | 'backfill_trace'
  storedDays(store: Store): Promise<readonly Day[]>
  /** The statement for the days in ClickHouse. */
  readonly copiedDays: string
  readonly figures: { readonly exact: readonly string[]; readonly rounded: readonly string[] }
}
