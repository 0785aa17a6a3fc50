import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, lstatSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockFolder } from '../../src/server/data-folder.ts'
import { migrateSqlite } from '../../src/server/db/migrate.ts'
import { programSchema } from '../../src/server/db/migrations.ts'
import { databaseFile } from '../../src/server/db/sqlite/open.ts'
import { killed, runGalley, startServer, stopped } from './galley-process.ts'
import { freshHome } from './storage.ts'

test('a folder has one server; the second names the process that holds it', async (context) => {
  const { config, environment } = await freshHome(context)
  const holder = await startServer(environment)
  const second = await runGalley(['serve'], { ...environment, GALLEY_PORT: '0' })
  assert.equal(second.code, 1)
  assert.equal(
    second.stderr,
    `galley: Another Galley process (pid ${holder.pid}) is using the data folder ${config.folder}. Stop it, or set GALLEY_DATA to another folder.\n`,
  )

  await killed(holder)
  const next = await startServer(environment)
  context.diagnostic(
    `ready ${Math.round(next.readyAfter)} ms after its start, on the folder of a killed server`,
  )
  assert.equal((await stopped(next)).code, 0)
})

test('commands of a later version do not migrate the data under a running server', async (context) => {
  const { config, environment } = await freshHome(context)
  migrateSqlite(databaseFile(config.folder), 98)
  const held = lockFolder(config.folder)
  for (const line of [['key', 'list'], ['migrate'], ['export', join(config.folder, 'export')]]) {
    const { code, stderr } = await runGalley(line, environment)
    assert.equal(code, 1)
    assert.match(stderr, /^galley: A server of an earlier version is running on the data folder .*\n$/)
  }
  assert.equal(schemaOf(config.folder), 98)
  held.release()
  assert.equal((await runGalley(['key', 'list'], environment)).code, 0)
  assert.equal(schemaOf(config.folder), programSchema())
})

function schemaOf(folder: string) {
  const database = new DatabaseSync(databaseFile(folder), { readOnly: true })
  const row = database.prepare('select max(number) as schema from schema_migrations').get()
  database.close()
  return row!['schema']
}

test('a file that is not a database is reported without a stack', async (context) => {
  const { config, environment } = await freshHome(context)
  writeFileSync(databaseFile(config.folder), 'These are my notes, kept under the wrong name. '.repeat(100))
  const { code, stderr } = await runGalley(['serve'], { ...environment, GALLEY_PORT: '0' })
  assert.equal(code, 1)
  assert.equal(
    stderr,
    `galley: The database ${databaseFile(config.folder)} is damaged (file is not a database). Stop the server, move the file away, and restore a backup with "galley restore".\n`,
  )
})

test('a database with a damaged first page is reported in one line', async (context) => {
  const { config, environment } = await freshHome(context)
  migrateSqlite(databaseFile(config.folder))
  const file = openSync(databaseFile(config.folder), 'r+')
  // The list of tables follows the header.
  writeSync(file, randomBytes(3_900), 0, 3_900, 100)
  closeSync(file)
  const { code, stderr } = await runGalley(['serve'], { ...environment, GALLEY_PORT: '0' })
  assert.equal(code, 1)
  assert.match(stderr, /^galley: The database .* is damaged \(.*\)\. Stop the server, .*\n$/)
})

test('access of other users to the data folder is removed', async (context) => {
  const { config, environment } = await freshHome(context)
  migrateSqlite(databaseFile(config.folder))
  chmodSync(config.folder, 0o755)
  chmodSync(databaseFile(config.folder), 0o644)
  const server = await startServer(environment)
  context.after(() => killed(server))
  assert.match(server.output(), /"msg":"Removed the access of other users to files and folders: .*galley\.db/)
  const paths = [config.folder, ...readdirSync(config.folder).map((name) => join(config.folder, name))]
  assert.deepEqual(
    paths.filter((path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0),
    [],
  )
  assert.equal((await stopped(server)).code, 0)
})

test('a lock file that cannot be opened is not taken for another process', async (context) => {
  const { config, environment } = await freshHome(context)
  writeFileSync(join(config.folder, 'server.lock'), 'no database, and longer than one header. '.repeat(10))
  const { code, stderr } = await runGalley(['serve'], { ...environment, GALLEY_PORT: '0' })
  assert.equal(code, 1)
  assert.match(stderr, /^galley: The data folder .* is not writable \(file is not a database\)/)
})

test('a server whose writer thread ends reports it and exits, so that a supervisor restarts it', async (context) => {
  const { config, environment } = await freshHome(context)
  const fault = join(import.meta.dirname, 'end-writer-on-signal.ts')
  const server = await startServer(environment, { nodeArguments: ['--import', fault] })
  server.child.kill('SIGUSR2')
  const { code, stderr } = await server.finished
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^galley: stops and must be restarted: the thread that writes to the database has ended/m,
  )

  const next = await startServer(environment)
  assert.equal((await stopped(next)).code, 0)
  const database = new DatabaseSync(databaseFile(config.folder), { readOnly: true })
  assert.deepEqual({ ...database.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
  database.close()
})

test('a server whose database file is damaged under way is alive, not ready, and says why', async (context) => {
  const { config, environment } = await freshHome(context)
  const server = await startServer(environment)
  context.after(() => killed(server))
  const health = async (path: string) => {
    const answer = await fetch(`${server.address}/health${path}`)
    return { status: answer.status, body: (await answer.json()) as { reasons: string[] } }
  }
  assert.equal((await health('/ready')).status, 200)
  const connection = new DatabaseSync(databaseFile(config.folder))
  connection.exec('pragma wal_checkpoint(truncate)')
  connection.close()
  const file = openSync(databaseFile(config.folder), 'r+')
  writeSync(file, randomBytes(4_096), 0, 4_096, 0)
  closeSync(file)
  for (let attempt = 0; attempt < 100 && (await health('/ready')).status === 200; attempt++) await sleep(50)
  const { status, body } = await health('/ready')
  assert.equal(status, 503)
  assert.match(
    body.reasons.join(),
    /^The database .* is damaged \(.*\)\. Stop the server, .*"galley restore"\.$/,
  )
  assert.deepEqual([(await health('/live')).status, (await health('')).status], [200, 200])
})
