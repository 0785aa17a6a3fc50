import type { Row, TableShape } from './shape.ts'

/** A snapshot of all data; writers continue. */
export interface Source {
  /** `SQLite 3.53.4`, `PostgreSQL 15.18`. */
  readonly version: string
  /** The number of the newest migration. */
  readonly schema: number
  readonly tables: readonly TableShape[]
  /** Yields batches of bounded size. */
  rows(table: TableShape): AsyncIterable<readonly Row[]>
  /** The next id of each sequence. */
  sequences(): Promise<Readonly<Record<string, number>>>
  close(): Promise<void>
}
