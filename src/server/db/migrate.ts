import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Client } from 'pg'
import { migrationsFolder } from '../places.ts'
import { fileTrouble, isDamage, isFull } from './sqlite/file-trouble.ts'
import { refuseUnfinishedFile, unfinished, unfinishedTable } from './unfinished.ts'

/** A newer Galley wrote the data; this version must not change it. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

/** The message says why, without the password. */
export class UnreachableDatabaseError extends Error {
  override readonly name = 'UnreachableDatabaseError'
}

interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

const ledger =
  'create table if not exists schema_migrations (number integer primary key, name text not null, applied_at bigint not null)'

/** Numbered, append-only SQL files, one folder for each dialect. */
function migrationsOf(dialect: 'sqlite' | 'postgres'): Migration[] {
  const folder = join(migrationsFolder, dialect)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      number: Number.parseInt(name, 10),
      name: name.replace(/\.sql$/, ''),
      sql: readFileSync(join(folder, name), 'utf8'),
    }))
}

function pending(migrations: Migration[], applied: number[], upTo: number): Migration[] {
  refuseNewer(Math.max(0, ...applied))
  return migrations.filter(({ number }) => number <= upTo && !applied.includes(number))
}

export function refuseNewer(schema: number): void {
  const known = Math.max(0, ...migrationsOf('sqlite').map(({ number }) => number))
  if (schema > known)
    throw new NewerDataError(
      `The data is from a newer version of Galley (its schema is ${schema}, this program knows ${known}). Start that version, or a newer one.`,
    )
}

/**
 * Migrates the file to the newest schema, or to `upTo`, with one transaction a migration. Returns the names of the migrations
 * that ran.
 */
export function migrateSqlite(file: string, upTo = Number.POSITIVE_INFINITY): string[] {
  refuseUnfinishedFile(file)
  const connection = openFile(file)
  try {
    return takeSqliteSteps(connection, upTo)
  } catch (error) {
    if (isDamage(error) || isFull(error, file)) throw new UnreachableDatabaseError(fileTrouble(file, error))
    throw error
  } finally {
    connection.close()
  }
}

function takeSqliteSteps(connection: DatabaseSync, upTo: number): string[] {
  connection.exec('pragma synchronous = full')
  connection.exec(ledger)
  const isTaken = connection.prepare('select 1 from schema_migrations where number = ?')
  const applied = connection.prepare('select number from schema_migrations').all() as { number: number }[]
  const steps = pending(
    migrationsOf('sqlite'),
    applied.map(({ number }) => number),
    upTo,
  )
  for (const { number, name, sql } of steps) {
    connection.exec('begin immediate')
    // Another process may have run it first: the command line may run while a server starts.
    if (!isTaken.get(number)) {
      connection.exec(sql)
      connection.prepare('insert into schema_migrations values (?, ?, ?)').run(number, name, Date.now())
    }
    connection.exec('commit')
  }
  return steps.map(({ name }) => name)
}

function openFile(file: string): DatabaseSync {
  try {
    const connection = new DatabaseSync(file, { timeout: 10_000 })
    connection.exec('pragma journal_mode = wal')
    return connection
  } catch (error) {
    throw new UnreachableDatabaseError(fileTrouble(file, error))
  }
}

/** An arbitrary number that other programs on the same database are unlikely to lock. */
export const migrationLock = 7_105_117_316

/** As for SQLite; a lock makes processes that start together migrate one after the other. */
export async function migratePostgres(url: string): Promise<string[]> {
  const client = await connectPostgres(url)
  try {
    if (await isUnfinished(client)) throw unfinished(`the table ${unfinishedTable}`)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const steps = await pendingOfPostgres(client)
    for (const step of steps) {
      await client.query('begin')
      await takeStep(client, step)
      await client.query('commit')
    }
    return steps.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** As `migratePostgres`, inside a transaction of the caller. */
export async function migrateWithin(client: Client, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  for (const step of await pendingOfPostgres(client, upTo)) await takeStep(client, step)
}

export async function isUnfinished(client: Client): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as is_there', [unfinishedTable])
  return rows[0].is_there
}

async function pendingOfPostgres(client: Client, upTo = Number.POSITIVE_INFINITY): Promise<Migration[]> {
  await client.query(ledger)
  const { rows } = await client.query<{ number: number }>('select number from schema_migrations')
  return pending(
    migrationsOf('postgres'),
    rows.map(({ number }) => number),
    upTo,
  )
}

async function takeStep(client: Client, { number, name, sql }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('insert into schema_migrations values ($1, $2, $3)', [number, name, Date.now()])
}

export async function connectPostgres(url: string): Promise<Client> {
  const { default: pg } = await import('pg')
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    // A lost connection also fails the running query; without a listener it would end the process.
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new UnreachableDatabaseError(
      `Cannot use the database of DATABASE_URL${cellAddressOf(url)}: ${message || code}. Check the address, and that PostgreSQL runs there.`,
    )
  }
}

function cellAddressOf(url: string): string {
  const address = URL.parse(url)
  return address?.host ? ` (${address.host}${address.pathname})` : ''
}
