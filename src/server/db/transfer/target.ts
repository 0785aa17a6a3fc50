import type { CompiledQuery } from 'kysely'
import type { RequestRow } from '../request-tables.ts'
import type { Row, TableShape } from './shape.ts'

/** What puts a request that was on its way into the index of PostgreSQL, where nothing is ever on its way. */
export type IndexArrival = (row: RequestRow) => readonly CompiledQuery[]

/** Empty storage that is filled and usable only when all of it is there. */
export interface Target {
  readonly tables: readonly TableShape[]
  insert(table: TableShape, rows: readonly Row[]): Promise<void>
  /** Durable, and open to a server. */
  finish(sequences: Readonly<Record<string, number>>): Promise<void>
  /** As if nothing had been begun. */
  abandon(): Promise<void>
}

/** The storage that was to be filled holds something already. */
export class NotEmptyError extends Error {
  override readonly name = 'NotEmptyError'
}
