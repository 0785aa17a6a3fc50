import type { SearchQuery } from '../../../engine/search/index.ts'
import type { CopyRow, Database, Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { LogSearch } from './log-search.ts'
import type { SearchedStore } from './search.ts'
import type { Sql } from './search-dialect-queries.ts'
import type { TimeLimit } from './time-limit.ts'

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

/** Rows in ClickHouse, for statements in its dialect. */
export interface CopiedRows {
  readonly store: SearchedStore
  /** A condition for the valid row `t` of a trace; null while each trace has one row. */
  readonly isCurrent: Sql | null
}

/** A copy of the log that can be searched instead of the database. */
export interface SearchableCopy {
  /** Opens a search of the copy; null if the database must answer. */
  search(
    workspace: WorkspaceId,
    query: SearchQuery,
    limit: TimeLimit,
    openDatabase: () => Promise<LogSearch>,
  ): Promise<LogSearch | null>
  /** Answers a question about the rows of traces from the copy, or from the database if the copy cannot be read. */
  askTraces<T>(
    workspace: WorkspaceId,
    question: (rows: CopiedRows) => Promise<T>,
    askDatabase: () => Promise<T>,
  ): Promise<T>
  status(): Promise<LogCopyStatus>
  /** The size of the copy; null if ClickHouse does not answer at once. */
  sizeBytes(): Promise<number | null>
  /** Starts to remove deleted requests from the files of the copy; false if the copy is behind or out of reach. */
  eraseDeleted(): Promise<boolean>
}

/** Copies by database connection, because an audited call has another store over the same connection. */
const copies = new WeakMap<Database, SearchableCopy>()

export const copyOf = ({ db }: Pick<Store, 'db'>): SearchableCopy | undefined => copies.get(db)

export const setCopyOf = ({ db }: Pick<Store, 'db'>, copy: SearchableCopy): void => {
  copies.set(db, copy)
}
