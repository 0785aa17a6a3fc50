import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type LedgerRow, refuseNewer } from './ledger.ts'
import { type Migration, migrationsOf, migrationsWithout, programSchema } from './migrations.ts'
import { fileProblem, isDamage, isFull } from './sqlite/file-problem.ts'
import { refuseUnfinishedFile, unfinished, unfinishedTable } from './unfinished.ts'

/** The database does not answer. The message gives the reason, without the password. */
export class UnreachableDatabaseError extends Error {
  override readonly name = 'UnreachableDatabaseError'
}

const ledger =
  'create table if not exists schema_migrations (number integer primary key, name text not null, applied_at bigint not null, reads_from integer)'
const readLedger = 'select * from schema_migrations'
const addReadsFrom = 'alter table schema_migrations add column reads_from integer'

/**
 * Migrates the file to the newest schema, or to `upTo`, in one transaction for each migration. Returns the names of the
 * applied migrations.
 */
export function migrateSqlite(file: string, upTo = Number.POSITIVE_INFINITY): string[] {
  refuseUnfinishedFile(file)
  const connection = openFile(file)
  try {
    return applySqliteMigrations(connection, upTo)
  } catch (error) {
    if (isDamage(error) || isFull(error, file)) throw new UnreachableDatabaseError(fileProblem(file, error))
    throw error
  } finally {
    connection.close()
  }
}

function applySqliteMigrations(connection: DatabaseSync, upTo: number): string[] {
  connection.exec('pragma synchronous = full')
  const migrations = migrationsOf('sqlite')
  const applied = sqliteLedger(connection)
  refuseNewer(applied, programSchema())
  connection.exec(ledger)
  // The ledger of a program before 0.2.0 has no column `reads_from`.
  if (applied[0] && applied[0].reads_from === undefined) {
    connection.exec('begin immediate')
    if (sqliteLedger(connection)[0]?.reads_from === undefined) connection.exec(addReadsFrom)
    const set = connection.prepare('update schema_migrations set reads_from = ? where number = ?')
    for (const { number, readsFrom } of migrations) set.run(readsFrom, number)
    connection.exec('commit')
  }
  const isApplied = connection.prepare('select 1 from schema_migrations where number = ?')
  const steps = migrationsWithout(applied, migrations, upTo)
  for (const { number, name, sql, readsFrom } of steps) {
    connection.exec('begin immediate')
    // Another process may have applied the migration meanwhile: a command may run while a server starts.
    if (!isApplied.get(number)) {
      connection.exec(sql)
      connection
        .prepare('insert into schema_migrations (number, name, applied_at, reads_from) values (?, ?, ?, ?)')
        .run(number, name, Date.now(), readsFrom)
    }
    connection.exec('commit')
  }
  return steps.map(({ name }) => name)
}

export function sqliteLedger(connection: DatabaseSync): LedgerRow[] {
  const hasLedger = connection.prepare("select 1 from sqlite_schema where name = 'schema_migrations'").get()
  return hasLedger ? (connection.prepare(readLedger).all() as unknown as LedgerRow[]) : []
}

function openFile(file: string): DatabaseSync {
  try {
    const connection = new DatabaseSync(file, { timeout: 10_000 })
    connection.exec('pragma journal_mode = wal')
    return connection
  } catch (error) {
    throw new UnreachableDatabaseError(fileProblem(file, error))
  }
}

/** Any number will do; other programs on the same database are unlikely to lock this one. */
export const migrationLock = 7_105_117_316

/**
 * Milliseconds that a migration waits for a lock. Queries of other processes queue behind it and end after 5 s; a
 * backup or a long query may hold the lock for hours.
 */
const lockMilliseconds = 2_000
/** Milliseconds in which queued queries of other sessions run before the next attempt. */
const lockPause = 3_000
/** Attempts at a migration: about ten minutes. */
const maxLockAttempts = 120

/** As `migrateSqlite`. With the lock, processes that start together migrate one after the other. */
export async function migratePostgres(url: string, upTo = Number.POSITIVE_INFINITY): Promise<string[]> {
  const client = await connectPostgres(url)
  try {
    if (await isUnfinished(client)) throw unfinished(`the table ${unfinishedTable}`)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const steps = await pendingOfPostgres(client, upTo)
    for (const step of steps) await applyMigrationBesideOthers(client, step)
    return steps.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function applyMigrationBesideOthers(client: Client, step: Migration): Promise<void> {
  if (step.repeatFrom !== null) while (await inTransaction(client, step, () => runRepeated(client, step)));
  await inTransaction(client, step, () => applyMigration(client, step))
}

/** Runs a transaction. If it does not get its locks, rolls it back, lets other sessions run, and tries again. */
async function inTransaction<T>(client: Client, { name }: Migration, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockMilliseconds}`)
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      if (!isLockProblem(error)) throw error
      await client.query('rollback')
      if (attempt === maxLockAttempts)
        throw new UnreachableDatabaseError(
          `The migration ${name} cannot lock its tables for ten minutes, because another session uses them. End backups and long queries of this database, and start Galley again.`,
        )
      await sleep(lockPause)
    }
  }
}

/** True for a lock that was not available, and for a deadlock. */
const isLockProblem = (error: unknown): boolean =>
  ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

/** Runs the statement of a repeated migration. True if it changed so many rows that it must run again. */
async function runRepeated(client: Client, { sql, repeatFrom }: Migration): Promise<boolean> {
  const { rowCount } = await client.query(sql)
  return repeatFrom !== null && (rowCount ?? 0) >= repeatFrom
}

/** As `migratePostgres`, in a transaction of the caller. */
export async function migrateWithin(client: Client, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  for (const step of await pendingOfPostgres(client, upTo)) await applyMigration(client, step)
}

export async function isUnfinished(client: Client): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as is_there', [unfinishedTable])
  return rows[0].is_there
}

async function pendingOfPostgres(client: Client, upTo = Number.POSITIVE_INFINITY): Promise<Migration[]> {
  const migrations = migrationsOf('postgres')
  const applied = await postgresLedger(client)
  refuseNewer(applied, programSchema())
  await client.query(ledger)
  // The ledger of a program before 0.2.0 has no column `reads_from`.
  if (applied[0] && applied[0].reads_from === undefined) {
    await client.query(addReadsFrom.replace('column', 'column if not exists'))
    const numbers = migrations.map(({ number }) => number)
    await client.query(
      `update schema_migrations set reads_from = declared.reads_from
      from unnest($1::integer[], $2::integer[]) as declared (number, reads_from)
      where schema_migrations.number = declared.number`,
      [numbers, migrations.map(({ readsFrom }) => readsFrom)],
    )
  }
  return migrationsWithout(applied, migrations, upTo)
}

export async function postgresLedger(client: Client): Promise<LedgerRow[]> {
  const { rows } = await client.query("select to_regclass('schema_migrations') is not null as is_there")
  return rows[0].is_there ? (await client.query<LedgerRow>(readLedger)).rows : []
}

async function applyMigration(client: Client, step: Migration): Promise<void> {
  while (await runRepeated(client, step));
  const { number, name, readsFrom } = step
  await client.query(
    'insert into schema_migrations (number, name, applied_at, reads_from) values ($1, $2, $3, $4)',
    [number, name, Date.now(), readsFrom],
  )
}

export async function connectPostgres(url: string): Promise<Client> {
  const { default: pg } = await import('pg')
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    // The running query fails too if the connection is lost. Without a listener the event would end the process.
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new UnreachableDatabaseError(
      `Cannot use the database of DATABASE_URL${locationOf(url)}: ${message || code}. Check the address, and that PostgreSQL runs there.`,
    )
  }
}

function locationOf(url: string): string {
  const address = URL.parse(url)
  return address?.host ? ` (${address.host}${address.pathname})` : ''
}
