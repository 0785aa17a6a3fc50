import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Database, openDatabase } from '../../../test/crash/database.ts'
import { freshStorage } from '../../../test/kit/app.ts'
import { killed, startProcess } from '../../../test/start/galley-process.ts'
import { migrate } from './index.ts'
import { migratePostgres } from './migrate.ts'

const stepsOf = (dialect: string) => readdirSync(new URL(`./migrations/${dialect}/`, import.meta.url)).sort()

test('both engines have the same numbered migrations', () => {
  const steps = stepsOf('sqlite')
  assert.deepEqual(stepsOf('postgres'), steps)
  // Numbers may have gaps, because each branch takes its numbers from a range of its own.
  const numbers = steps.map((name) => Number.parseInt(name, 10))
  assert.equal(new Set(numbers).size, numbers.length)
})

/** `table.column: kind`, sorted. Sequences of PostgreSQL are rows of `counters` on SQLite. */
async function columnsOfPostgres({ query }: Database): Promise<string[]> {
  const rows = await query(`select table_name, column_name, data_type, is_nullable
    from information_schema.columns where table_schema = 'public' order by 1, 2`)
  return rows.map((column) =>
    describeColumn(
      column['table_name'],
      column['column_name'],
      column['data_type'],
      column['is_nullable'] === 'NO',
    ),
  )
}

async function columnsOfSqlite({ query }: Database): Promise<string[]> {
  const rows =
    await query(`select tables.name as table_name, columns.name, columns.type, columns."notnull" or columns.pk > 0 as required
    from pragma_table_list as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite_%' and tables.name <> 'counters' order by 1, 2`)
  return rows.map((column) =>
    describeColumn(column['table_name'], column['name'], column['type'], column['required'] === 1),
  )
}

const kinds: Record<string, string> = {
  bigint: 'integer',
  smallint: 'integer',
  'double precision': 'real',
  bytea: 'blob',
}

/** Search needs these: SQLite has words in their own table and texts in the payload. */
const onlyInPostgres = /^(requests\.words|request_payloads\.(created_at|input_text|output_text)):/

function describeColumn(table: unknown, column: unknown, type: unknown, required: boolean): string {
  const kind = String(type).toLowerCase()
  return `${table}.${column}: ${kinds[kind] ?? kind}${required ? '' : ' or null'}`
}

test('both engines have the same tables with the same columns', async (context) => {
  const { config, drop } = await freshStorage()
  context.after(drop)
  const embedded = { folder: mkdtempSync(join(tmpdir(), 'galley-test-')), databaseUrl: null }
  context.after(() => rmSync(embedded.folder, { recursive: true }))
  await Promise.all([migrate(config), migrate(embedded)])
  const [postgres, sqlite] = await Promise.all([openDatabase(config), openDatabase(embedded)])
  const columns = (await columnsOfPostgres(postgres)).filter((column) => !onlyInPostgres.test(column))
  assert.deepEqual(columns, await columnsOfSqlite(sqlite))
  await Promise.all([postgres.close(), sqlite.close()])
})

test('a migration that waits for a table lets other sessions read the table', async (context) => {
  const { config, drop } = await freshStorage()
  context.after(drop)
  const steps = stepsOf('postgres')
  const changing = steps.findIndex((name) => name.includes('deleted_tools'))
  await migratePostgres(config.databaseUrl!, Number.parseInt(steps[changing]!, 10) - 1)
  const [holder, observer] = await Promise.all([openDatabase(config), openDatabase(config)])
  // A backup with pg_dump holds such locks of all tables to its end.
  await holder.query('begin')
  await holder.query('lock table tools in access share mode')
  const migrating = migrate(config)
  const waiting = `select count(*) as count from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`
  while ((await observer.query(waiting))[0]!['count'] === 0);
  // A process of an older version ends its queries after 5 seconds.
  await observer.query("set statement_timeout = '5s'")
  await observer.query('select count(*) from tools')
  await holder.query('rollback')
  assert.ok((await migrating).includes(steps[changing]!.replace('.sql', '')))
  await Promise.all([holder.close(), observer.close()])
})

test('a repeated migration changes all rows, in a transaction for each portion', async (context) => {
  const { config, drop } = await freshStorage()
  context.after(drop)
  await migratePostgres(config.databaseUrl!, 107)
  const database = await openDatabase(config)
  await database.query(
    `insert into workspaces (id, name, registry_revision, created_at) values (1, 'one', 0, 1)`,
  )
  await database.query(`insert into traces (workspace_id, trace_id, created_at, updated_at, request_count, user_id, stated)
    select 1, n::text, 1, 1, 1, 'ada', '{}' from generate_series(1, 11000) n`)
  await migrate(config)
  const [sums] = await database.query(`select count(distinct xmin::text) as transactions,
    count(*) filter (where stated is null and due_at = 0) as marked from traces`)
  assert.deepEqual([Number(sums!['transactions']), Number(sums!['marked'])], [3, 11_000])
  await database.close()
})

test('a process killed in a migration leaves it to the next process', async (context) => {
  const { config, drop } = await freshStorage()
  context.after(drop)
  const [blocker, observer] = await Promise.all([openDatabase(config), openDatabase(config)])
  await blocker.query('begin')
  await blocker.query('create table prompt_versions (x integer)')

  const doomed = startProcess(['migrate'], { GALLEY_DATA: config.folder, DATABASE_URL: config.databaseUrl! })
  const waiting = `select count(*) as count from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%create table workspaces%' and datname = current_database()`
  while ((await observer.query(waiting))[0]!['count'] === 0);
  await killed(doomed)
  await blocker.query('rollback')

  assert.deepEqual(
    await migrate(config),
    stepsOf('postgres').map((name) => name.replace('.sql', '')),
  )
  await Promise.all([blocker.close(), observer.close()])
})
