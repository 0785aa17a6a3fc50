import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { programSchema } from '../../src/server/db/index.ts'
import { openDatabase } from '../crash/database.ts'
import { storageBefore } from '../journeys/support/older-storage.ts'
import { type Environment, runGalley, startServer, stopped } from './galley-process.ts'

/** Storage of release 0.1.0, with one request. */
async function storageOf010(context: TestContext) {
  const { config, database } = await storageBefore(context, '0039')
  const month = Date.UTC(2026, 10, 15)
  if (config.databaseUrl) await database.query(`select make_request_month(${month})`)
  await database.query(`insert into workspaces (id, name, created_at) values (1, 'old', 1)`)
  await database.query(`insert into requests (workspace_id, id, source, provider, model, function_name, started_at,
    ended_at, status, input_tokens, output_tokens, price, price_source, tags, metadata, created_at)
    values (1, 1, 'log', 'openai', 'gpt-4o-mini', '', ${month}, ${month}, 'SUCCESS', 1, 2, 0, 'given', '[]', '{}', ${month})`)
  await database.close()
  const environment = {
    GALLEY_DATA: config.folder,
    ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
  }
  const ledger = async () => {
    const opened = await openDatabase(config)
    const rows = await opened.query('select * from schema_migrations order by number')
    await opened.close()
    return rows
  }
  return { config, environment, ledger }
}

async function check(environment: Environment) {
  const { code, stdout, stderr } = await runGalley(['upgrade', '--check'], environment)
  return { code, stderr, report: JSON.parse(stdout) }
}

test('an upgrade is checked without a write, then made after a backup', async (context) => {
  const { config, environment, ledger } = await storageOf010(context)
  const before = await ledger()
  const { code, report } = await check({ ...environment, GALLEY_PROT: '1' })
  assert.equal(code, 2)
  assert.deepEqual(await ledger(), before)
  assert.equal(report.result, 'possible')
  assert.deepEqual([report.data_schema, report.schema, report.key], [38, programSchema(), 'none_yet'])
  const step = report.steps.find(({ name }: { name: string }) => name === '0039_request_sources')
  assert.equal(step.reads_from, 38)
  const requests = step.tables.find(({ table }: { table: string }) => table === 'requests')
  assert.deepEqual([requests.rows, requests.is_rewritten], [1, true])
  assert.equal(report.rolling.is_allowed, config.databaseUrl !== null)
  assert.deepEqual(report.unknown_settings, ['GALLEY_PROT'])
  assert.ok(report.disk.free_bytes > 0)

  if (!config.databaseUrl) {
    const inTheWay = join(config.folder, 'backups')
    writeFileSync(inTheWay, '')
    const { code, stderr } = await runGalley(['upgrade'], environment)
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^galley: Cannot make the folder .+backups for the backup \(EEXIST: file already exists/,
    )
    assert.deepEqual(await ledger(), before)
    rmSync(inTheWay)
  }
  const upgraded = await runGalley(['upgrade'], environment)
  assert.equal(upgraded.code, 0, upgraded.stderr)
  const { applied, backup } = JSON.parse(upgraded.stdout)
  assert.ok(applied.includes('0039_request_sources'))
  assert.equal(backup === null, config.databaseUrl !== null)
  assert.ok(backup === null || existsSync(backup))
  assert.ok((await ledger()).every((row) => Number(row['reads_from']) <= Number(row['number'])))

  const after = await check(environment)
  assert.deepEqual([after.code, after.report.result, after.report.steps], [0, 'nothing_to_do', []])
  assert.equal(after.report.last_backup === null, config.databaseUrl !== null)
})

test('a start with a wrong key leaves an older schema as it is', async (context) => {
  const { config, environment, ledger } = await storageOf010(context)
  const right = { ...environment, GALLEY_SECRET_KEY: randomBytes(32).toString('base64') }
  await stopped(await startServer(right))
  const database = await openDatabase(config)
  // The storage now lacks the last migration, as if this version had one more.
  await database.query(`delete from schema_migrations where number = ${programSchema()}`)
  await database.close()
  const before = await ledger()
  const wrong = { ...environment, GALLEY_SECRET_KEY: randomBytes(32).toString('base64') }
  for (const command of [['serve'], ['migrate'], ['upgrade']])
    for (const refused of [wrong, environment]) {
      const { code, stderr } = await runGalley(command, { ...refused, GALLEY_PORT: '0' })
      assert.equal(code, 1)
      assert.match(
        stderr,
        /^galley: The secrets of this database were sealed with key [0-9a-f]{8}, and no setting has that key/,
      )
    }
  const { code, report } = await check(wrong)
  assert.deepEqual([code, report.key, report.result], [1, 'refused', 'impossible'])
  assert.deepEqual(await ledger(), before)
  assert.ok(!readdirSync(config.folder).includes('secret-key'))
})

test('a rollback starts on newer data whose migrations allow it', async (context) => {
  const { config, environment } = await storageOf010(context)
  assert.equal((await runGalley(['migrate'], environment)).code, 0)
  const database = await openDatabase(config)
  await database.query(`insert into schema_migrations values (9998, '9998_later', 1, ${programSchema()})`)
  const server = await startServer(environment)
  const health = (await (await fetch(`${server.address}/health`)).json()) as Record<string, unknown>
  assert.deepEqual([health['schema'], health['data_schema']], [programSchema(), 9998])
  await stopped(server)
  const { code, report } = await check(environment)
  assert.equal(code, 0)
  assert.match(report.advice.join(), /This is a rollback/)

  await database.query(`insert into schema_migrations values (9999, '9999_breaking', 1, 9999)`)
  await database.close()
  const refused = await runGalley(['serve'], { ...environment, GALLEY_PORT: '0' })
  assert.equal(refused.code, 1)
  assert.match(
    refused.stderr,
    /^galley: The data is from a newer version of Galley \(the schema of the data is 9999/,
  )
  assert.equal((await check(environment)).code, 1)
})
