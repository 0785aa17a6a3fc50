import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Database, LogCopyRow, Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { LogSearch } from './log-search.ts'
import type { TimeLimit } from './time-limit.ts'

export interface CopyStatus {
  readonly state: LogCopyRow['state']
  /** The storage that answers searches. */
  readonly read_from: LogCopyRow['read_from']
  /** About how many changes are not copied yet. */
  readonly pending: number
  /** Why copying or a search failed last; null: the last batch was copied. */
  readonly problem: string | null
  /** Searches that the database answered instead, since the start. */
  readonly fallbacks: number
}

/** A copy of the log that can be searched instead of the database. */
export interface SearchableCopy {
  /** Null: the database is to be searched. */
  search(
    workspace: WorkspaceId,
    query: SearchQuery,
    limit: TimeLimit,
    openDatabase: () => Promise<LogSearch>,
  ): Promise<LogSearch | null>
  status(): Promise<CopyStatus>
  /** Null: ClickHouse does not say at once. */
  sizeBytes(): Promise<number | null>
}

/** Copies by database, because audited calls get their own store. */
const copies = new WeakMap<Database, SearchableCopy>()

export const copyOf = ({ db }: Pick<Store, 'db'>): SearchableCopy | undefined => copies.get(db)

export const setCopyOf = ({ db }: Pick<Store, 'db'>, copy: SearchableCopy): void => {
  copies.set(db, copy)
}
