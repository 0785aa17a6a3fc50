import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openDatabase } from '../../../test/crash/database.ts'
import { freshStorage } from '../../../test/kit/app.ts'
import { startProcess } from '../../../test/start/galley-process.ts'
import { databaseFile, migrate, NewerDataError } from './index.ts'
import { migratePostgres, migrateSqlite } from './migrate.ts'

async function setUp(context: TestContext) {
  const { config, drop } = await freshStorage()
  context.after(drop)
  const database = await openDatabase(config)
  context.after(database.close)
  const tables = () =>
    database.query(
      config.databaseUrl
        ? `select tablename as name from pg_tables where schemaname = 'public' order by 1`
        : `select name from sqlite_master where type = 'table' order by 1`,
    )
  const ledger = () => database.query('select * from schema_migrations order by number')
  return { config, database, tables, ledger }
}

test('the first run applies all migrations, the second none', async (context) => {
  const { config, tables, ledger } = await setUp(context)
  const steps = await migrate(config)
  assert.ok(steps.length > 0)
  const before = { tables: await tables(), ledger: await ledger() }
  assert.equal(before.ledger.length, steps.length)
  assert.deepEqual(await migrate(config), [])
  assert.deepEqual({ tables: await tables(), ledger: await ledger() }, before)
})

test('data of a newer version is refused and not changed', async (context) => {
  const { config, database, tables } = await setUp(context)
  await database.query(
    'create table schema_migrations (number integer primary key, name text not null, applied_at bigint not null)',
  )
  await database.query(`insert into schema_migrations values (9999, '9999_later', 1)`)
  await assert.rejects(async () => migrate(config), NewerDataError)
  assert.deepEqual(await tables(), [{ name: 'schema_migrations' }])
})

test('a failed migration changes nothing and is retried', async (context) => {
  const { config, database, tables, ledger } = await setUp(context)
  // The first migration creates a table of this name last.
  await database.query('create table request_scores (x integer)')
  await assert.rejects(async () => migrate(config), /request_scores.* already exists/)
  assert.deepEqual(await tables(), [{ name: 'request_scores' }, { name: 'schema_migrations' }])
  assert.deepEqual(await ledger(), [])
  await database.query('drop table request_scores')
  assert.ok((await migrate(config)).length > 0)
})

test('processes that start together on empty storage apply each migration once', async (context) => {
  const { config, ledger } = await setUp(context)
  const environment = { GALLEY_DATA: config.folder, DATABASE_URL: config.databaseUrl ?? undefined }
  const results = await Promise.all(
    Array.from({ length: 3 }, () => startProcess(['migrate'], environment).finished),
  )
  for (const { code, stderr } of results) assert.equal(code, 0, stderr)
  const numbers = (await ledger()).map(({ number }) => number)
  assert.deepEqual(numbers, [...new Set(numbers)])
  assert.ok(numbers.length > 0)
})

test('notifications of earlier versions are found by their comment', async (context) => {
  const { config, database } = await setUp(context)
  await (config.databaseUrl
    ? migratePostgres(config.databaseUrl, 125)
    : migrateSqlite(databaseFile(config.folder), 125))
  const add = (id: string, subject: object) =>
    database.query(`insert into notifications (workspace_id, person_id, id, kind, actor_kind, actor_id, actor_name,
      subject, text, at) values (1, 'ada', '${id}', 'mention', 'person', 'grace', 'Grace', '${JSON.stringify(subject)}', 'x', 1)`)
  await add('a', { type: 'sheet', id: 'x', name: ',"comment_id":8}', row_id: 3, comment_id: 12 })
  await add('b', { type: 'prompt', id: '1', name: ',"comment_id":8}', row_index: null })
  await migrate(config)
  const rows = await database.query('select id, comment_id from notifications order by id')
  assert.deepEqual(
    rows.map((row) => [row['id'], row['comment_id']]),
    [
      ['a', 12],
      ['b', null],
    ],
  )
})
