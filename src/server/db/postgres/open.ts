import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Sequence, Store, Tx } from '../store.ts'
import type { Tables } from '../tables.ts'

const int8 = 20
/** Counters and times fit a double exactly; anything else keeps its usual form. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text')) as never,
}

const uniqueViolation = '23505'
/** Connection trouble (08), out of resources (53), shutting down (57P), and what the socket itself reports. */
const unavailable = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/

export async function openPostgres(url: string): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types,
    connectionTimeoutMillis: 5_000,
    application_name: 'galley',
  })
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const version = (await pool.query('show server_version')).rows[0].server_version as string

  return {
    dialect: 'postgres',
    version: `PostgreSQL ${version.split(' ')[0]}`,
    db,
    scan: db,
    transact: (work) => db.transaction().execute(work),
    append: (unit) => append(pool, unit),
    async fetch<Row>(query: CompiledQuery<Row>, name: string) {
      return (await pool.query({ name, text: query.sql, values: query.parameters as unknown[] })).rows as Row[]
    },
    nextId: advance,
    takeIds: (sequence) => advance(db, sequence),
    isDuplicate: (error) => (error as { code?: unknown }).code === uniqueViolation,
    isUnavailable: (error) => {
      const { code, message } = error as { code?: string; message?: string }
      return unavailable.test(code ?? '') || /Connection terminated|timeout exceeded when trying to connect/.test(message ?? '')
    },
    close: () => db.destroy(),
  }
}

async function advance(db: Kysely<Tables> | Tx, sequence: Sequence): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(${sequence}) as id`.execute(db)
  return rows[0]!.id
}

async function append(pool: pg.Pool, unit: readonly CompiledQuery[]): Promise<void> {
  const [only] = unit
  if (unit.length === 1 && only) {
    await pool.query({ name: statementName(only.sql), text: only.sql, values: only.parameters as unknown[] })
    return
  }
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const { sql, parameters } of unit)
      await client.query({ name: statementName(sql), text: sql, values: parameters as unknown[] })
    await client.query('commit')
    client.release()
  } catch (error) {
    const broken = await client.query('rollback').then(() => false, () => true)
    client.release(broken)
    throw error
  }
}

const names = new Map<string, string>()

/** Appended statements come from a handful of prepared texts, so each text gets a name once. */
function statementName(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = `append_${names.size}`
    names.set(text, name)
  }
  return name
}
