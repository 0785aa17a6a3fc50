import { type Helper, startHelper } from './helpers.ts'

export interface Inserts {
  readonly folder: string
  readonly databaseUrl: string | null
  /** SQLite allows one writing connection. */
  readonly rowsPerCommit: number
  /** PostgreSQL: one row for each commit. */
  readonly connections: number
  readonly seconds: number
}

/** Answers with the rows per second. */
export type Inserter = Helper<Inserts, number>

export const startInserter = (): Inserter => startHelper('insert-process.ts')
