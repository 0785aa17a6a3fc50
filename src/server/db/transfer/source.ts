import type { Row, TableShape } from './shape.ts'

/** Everything that is stored, as it was at one moment; writers go on beside it. */
export interface Source {
  /** `SQLite 3.53.4`, `PostgreSQL 15.18`. */
  readonly version: string
  /** The number of the newest migration. */
  readonly schema: number
  readonly tables: readonly TableShape[]
  /** Batches of a bounded size. */
  rows(table: TableShape): AsyncIterable<readonly Row[]>
  /** The next number of each sequence. */
  sequences(): Promise<Readonly<Record<string, number>>>
  close(): Promise<void>
}
