import { type Helper, startHelper } from './helpers.ts'

export interface Inserts {
  readonly folder: string
  readonly databaseUrl: string | null
  /** Rows of one commit on SQLite, which allows one writing connection. */
  readonly rowsPerCommit: number
  /** Number of connections to PostgreSQL; each row has a commit of its own. */
  readonly connections: number
  readonly seconds: number
}

/** Answers with the rows per second. */
export type Inserter = Helper<Inserts, number>

export const startInserter = (): Inserter => startHelper('insert-process.ts')
