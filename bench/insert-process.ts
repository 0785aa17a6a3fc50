import { answerJobs } from './helpers.ts'
import { insertIntoPostgres } from './insert-postgres.ts'
import { insertIntoSqlite } from './insert-sqlite.ts'
import type { Inserts } from './inserts.ts'

/** Bare inserts, without a server around them: what the engine itself can do with the same bytes. */
answerJobs<Inserts, number>((inserts) =>
  inserts.databaseUrl === null
    ? insertIntoSqlite(inserts.folder, inserts.rowsPerCommit, inserts.seconds)
    : insertIntoPostgres(inserts.databaseUrl, inserts.connections, inserts.seconds),
)
