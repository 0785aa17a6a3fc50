import type { CompiledQuery } from 'kysely'
import type { RequestRow } from '../tables/request-tables.ts'
import type { Row, TableShape } from './shape.ts'

/** Statements that index a request on PostgreSQL that SQLite had not indexed yet. */
export type IndexArrival = (row: RequestRow) => readonly CompiledQuery[]

/** Empty storage that becomes usable once it is completely filled. */
export interface Target {
  readonly tables: readonly TableShape[]
  insert(table: TableShape, rows: readonly Row[]): Promise<void>
  /** Makes the data durable and usable by a server. */
  finish(sequences: Readonly<Record<string, number>>): Promise<void>
  /** Restores the empty state. */
  abandon(): Promise<void>
}

/** The target storage is not empty. */
export class NotEmptyError extends Error {
  override readonly name = 'NotEmptyError'
}
