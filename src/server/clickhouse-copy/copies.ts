import type { CopyRow, Database, Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { CopyView } from './copy-view.ts'
import type { Condition, CopiedTableName } from './current-queries.ts'

export interface CopyStatus {
  readonly state: CopyRow['state']
  /** The storage that answers searches. */
  readonly read_from: CopyRow['read_from']
  /** Estimated number of changes that are not copied yet. */
  readonly pending: number
  /** Why copying or a search last failed; null if the last batch was copied. */
  readonly problem: string | null
  /** Number of searches since the start that the database answered in place of ClickHouse. */
  readonly fallbacks: number
}

/** The state of the copy of requests, and of that of traces. */
export interface LogCopyStatus extends CopyStatus {
  readonly traces: CopyStatus
}

/** The rows of one table in ClickHouse, for statements in its dialect. */
export interface CopiedRows {
  readonly store: Pick<Store, 'db' | 'timedQuery'> & { readonly dialect: 'clickhouse' }
  /** A condition on the row `r` of a request or `t` of a trace that excludes replaced rows; null if there are none. */
  readonly isCurrent: Condition | null
}

/** A copy of the log that can be read instead of the database. */
export interface ReadableCopy {
  /** Opens queries of a table's copy; null if the database must answer. */
  view<Form>(
    table: CopiedTableName,
    workspace: WorkspaceId,
    open: (rows: CopiedRows) => Form,
  ): Promise<CopyView<Form> | null>
  status(): Promise<LogCopyStatus>
  /** The size of the copy; null if ClickHouse does not answer at once. */
  sizeBytes(): Promise<number | null>
  /** Starts to remove deleted requests from the files of the copy; false if the copy is behind or out of reach. */
  eraseDeleted(): Promise<boolean>
}

/** Copies by database connection, because an audited call has another store over the same connection. */
const copies = new WeakMap<Database, ReadableCopy>()

export const copyOf = ({ db }: Pick<Store, 'db'>): ReadableCopy | undefined => copies.get(db)

export const setCopyOf = ({ db }: Pick<Store, 'db'>, copy: ReadableCopy): void => {
  copies.set(db, copy)
}
