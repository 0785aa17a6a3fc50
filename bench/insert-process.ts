import { answerJobs } from './helpers.ts'
import { insertIntoPostgres } from './insert-postgres.ts'
import { insertIntoSqlite } from './insert-sqlite.ts'
import type { Inserts } from './inserts.ts'

/** Makes bare inserts: the speed of the database with the same bytes, without a server. */
answerJobs<Inserts, number>((inserts) =>
  inserts.databaseUrl === null
    ? insertIntoSqlite(inserts.folder, inserts.rowsPerCommit, inserts.seconds)
    : insertIntoPostgres(inserts.databaseUrl, inserts.connections, inserts.seconds),
)
