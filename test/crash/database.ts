import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { Config } from '../../src/server/config/config.ts'
import { databaseFile } from '../../src/server/db/sqlite/open.ts'

export type Row = Record<string, unknown>

/** Reads stored rows without the server and its code. On both engines, numbers are returned as numbers. */
export interface Database {
  query(sql: string): Promise<Row[]>
  /** Runs any number of statements. */
  script(sql: string): Promise<void>
  readonly close: () => Promise<void>
}

export async function openDatabase(config: Pick<Config, 'folder' | 'databaseUrl'>): Promise<Database> {
  return config.databaseUrl ? openPostgres(config.databaseUrl) : openSqlite(databaseFile(config.folder))
}

function openSqlite(file: string): Database {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  return {
    query: async (sql) =>
      database
        .prepare(sql)
        .all()
        .map((row) => ({ ...row })),
    script: async (sql) => database.exec(sql),
    close: async () => database.close(),
  }
}

async function openPostgres(url: string): Promise<Database> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  client.setTypeParser(20, Number)
  await client.connect()
  return {
    query: async (sql) => (await client.query<Row>(sql)).rows.map((row) => ({ ...row })),
    async script(sql) {
      await client.query(sql)
    },
    close: () => client.end(),
  }
}
