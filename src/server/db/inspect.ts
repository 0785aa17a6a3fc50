import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { LedgerRow } from './ledger.ts'
import {
  connectPostgres,
  isUnfinished,
  postgresLedger,
  sqliteLedger,
  UnreachableDatabaseError,
} from './migrate.ts'
import type { Dialect } from './migrations.ts'
import { fileProblem } from './sqlite/file-problem.ts'
import { databaseFile } from './sqlite/open.ts'
import type { StorageConfig } from './storage-config.ts'
import { refuseUnfinishedFile, unfinished, unfinishedTable } from './unfinished.ts'

/** Reads storage of any schema, without writing. */
export interface Inspection {
  readonly dialect: Dialect
  /** Name and version, such as `SQLite 3.53.4` or `PostgreSQL 15.18`. */
  readonly version: string
  /** The applied migrations; empty before the first one. */
  readonly applied: readonly LedgerRow[]
  /** Returns the rows of one statement without parameters. */
  query<Row>(text: string): Promise<Row[]>
  hasTable(name: string): Promise<boolean>
  close(): Promise<void>
}

/** Inspects the storage; null if there is no database file yet. @throws UnreachableDatabaseError, UnfinishedDataError */
async function inspect(config: StorageConfig): Promise<Inspection | null> {
  return config.databaseUrl ? inspectPostgres(config.databaseUrl) : inspectSqlite(databaseFile(config.folder))
}

export async function withInspection<T>(
  config: StorageConfig,
  work: (inspection: Inspection | null) => Promise<T>,
): Promise<T> {
  const inspection = await inspect(config)
  try {
    return await work(inspection)
  } finally {
    await inspection?.close()
  }
}

function inspectSqlite(file: string): Inspection | null {
  refuseUnfinishedFile(file)
  if (!existsSync(file)) return null
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
    const opened = connection
    const { version } = opened.prepare('select sqlite_version() as version').get() as { version: string }
    return {
      dialect: 'sqlite',
      version: `SQLite ${version}`,
      applied: sqliteLedger(opened),
      query: async <Row>(text: string) => opened.prepare(text).all() as Row[],
      hasTable: async (name) =>
        opened.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !==
        undefined,
      close: async () => opened.close(),
    }
  } catch (error) {
    connection?.close()
    throw new UnreachableDatabaseError(fileProblem(file, error))
  }
}

async function inspectPostgres(url: string): Promise<Inspection> {
  const client = await connectPostgres(url)
  try {
    if (await isUnfinished(client)) throw unfinished(`the table ${unfinishedTable}`)
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return {
      dialect: 'postgres',
      version: `PostgreSQL ${rows[0]!.server_version.split(' ')[0]}`,
      applied: await postgresLedger(client),
      query: async <Row>(text: string) => (await client.query(text)).rows as Row[],
      async hasTable(name) {
        const answer = await client.query('select to_regclass($1) is not null as is_there', [name])
        return answer.rows[0].is_there
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
