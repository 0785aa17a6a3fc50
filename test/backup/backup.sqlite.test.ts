import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../crash/database.ts'
import { type Api, apiOf } from '../kit/api.ts'
import { runGalley, startServer, stopped } from '../start/galley-process.ts'
import { freshFolder } from '../transfer/fresh-folder.ts'

const variable = (number: number) => ({ key: `VARIABLE_${number}`, value: `secret ${number}` })

/** Writes until it is told to stop; gives how many were acknowledged. */
function writing(api: Api): { acknowledged(): number; stop(): Promise<void> } {
  let acknowledged = 0
  let going = true
  const written = (async () => {
    while (going) {
      const { status } = await api.post('/api/public/v2/env-vars', variable(acknowledged))
      assert.equal(status, 201)
      acknowledged++
    }
  })()
  return {
    acknowledged: () => acknowledged,
    async stop() {
      going = false
      await written
    },
  }
}

test('a backup beside a server that is written to holds what was acknowledged before, and is served again', async (context) => {
  const folder = freshFolder(context)
  const [data, other] = [folder('data'), folder('other')]
  const file = join(data, '..', 'galley.backup')
  const server = await startServer({ GALLEY_DATA: data })
  const key = readFileSync(join(data, 'api-key'), 'utf8').trim()
  const writer = writing(apiOf(server.address, key))
  while (writer.acknowledged() < 20) await new Promise(setImmediate)
  const before = writer.acknowledged()
  const made = await runGalley(['backup', file], { GALLEY_DATA: data })
  await writer.stop()
  await stopped(server)
  assert.equal(made.code, 0, made.stderr)
  const told = JSON.parse(made.stdout)
  assert.equal(told.verified, true)
  assert.match(told.secrets, /secret-key is not in here/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(
    readdirSync(join(data, '..')).sort(),
    ['data', 'galley.backup', 'other'],
    'one file and nothing beside it',
  )

  copyFileSync(join(data, 'secret-key'), join(other, 'secret-key'))
  const restored = await runGalley(['restore', file], { GALLEY_DATA: other })
  assert.equal(restored.code, 0, restored.stderr)
  const again = await startServer({ GALLEY_DATA: other })
  const { body } = await apiOf(again.address, key).get('/api/public/v2/env-vars?per_page=100')
  await stopped(again)
  const database = await openDatabase({ folder: other, databaseUrl: null })
  const [{ count }] = (await database.query('select count(*) as count from environment_variables')) as [
    { count: number },
  ]
  await database.close()
  assert.ok(body.success)
  assert.ok(
    count >= before && count <= writer.acknowledged(),
    `${before} <= ${count} <= ${writer.acknowledged()}`,
  )
})

test('without its key a restored server does not start', async (context) => {
  const folder = freshFolder(context)
  const [data, other] = [folder('data'), folder('other')]
  const file = join(data, '..', 'galley.backup')
  await stopped(await startServer({ GALLEY_DATA: data }))
  assert.equal((await runGalley(['backup', file], { GALLEY_DATA: data })).code, 0)
  assert.equal((await runGalley(['restore', file], { GALLEY_DATA: other })).code, 0)
  const { code, stderr } = await runGalley(['serve'], { GALLEY_DATA: other, GALLEY_PORT: '0' })
  assert.equal(code, 1)
  assert.match(stderr, /sealed with key [0-9a-f]+, and that key is not there/)
})

test('what is there already is never written over, and what is no backup is not restored', async (context) => {
  const folder = freshFolder(context)
  const [data, other] = [folder('data'), folder('other')]
  const file = join(data, '..', 'galley.backup')
  const fails = async (line: string[], environment: Record<string, string>, message: RegExp) => {
    const { code, stderr } = await runGalley(line, environment)
    assert.equal(code, 1)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /^\s+at /m)
  }
  await fails(['backup', file], { GALLEY_DATA: data }, /^galley: There is no database in /)
  await runGalley(['workspace', 'create', 'one'], { GALLEY_DATA: data })
  assert.equal((await runGalley(['backup', file], { GALLEY_DATA: data })).code, 0)
  await fails(['backup', file], { GALLEY_DATA: data }, /^galley: .+ is there already/)
  await fails(
    ['backup', join(other, 'no', 'where')],
    { GALLEY_DATA: data },
    /^galley: Cannot write a backup to /,
  )
  await fails(
    ['restore', file],
    { GALLEY_DATA: data },
    /^galley: The data folder .+ is not empty: it has galley\.db/,
  )
  await fails(['restore', `${file}.not`], { GALLEY_DATA: other }, /^galley: There is no file /)

  const damaged = `${file}.damaged`
  copyFileSync(file, damaged)
  const handle = openSync(damaged, 'r+')
  for (let at = 8192; at < statSync(damaged).size; at += 4096)
    writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, at)
  await fails(['restore', damaged], { GALLEY_DATA: other }, /is no sound database of Galley: /)
  truncateSync(damaged, 5000)
  await fails(['restore', damaged], { GALLEY_DATA: other }, /is no sound database of Galley: /)
  writeFileSync(damaged, 'no database at all')
  await fails(['restore', damaged], { GALLEY_DATA: other }, /is no sound database of Galley: /)
  assert.ok(!existsSync(join(other, 'galley.db')))
  assert.equal((await runGalley(['restore', file], { GALLEY_DATA: other })).code, 0)
})

test('a backup of a newer version is not restored', async (context) => {
  const folder = freshFolder(context)
  const [data, other] = [folder('data'), folder('other')]
  const file = join(data, '..', 'galley.backup')
  await runGalley(['migrate'], { GALLEY_DATA: data })
  const database = await openDatabase({ folder: data, databaseUrl: null })
  await database.query(`insert into schema_migrations values (9999, '9999_from_the_future', 1)`)
  await database.close()
  assert.equal((await runGalley(['backup', file], { GALLEY_DATA: data })).code, 0)
  const { code, stderr } = await runGalley(['restore', file], { GALLEY_DATA: other })
  assert.equal(code, 1)
  assert.match(stderr, /^galley: The data is from a newer version/)
})

test('a folder in which a restore was broken off is not served', async (context) => {
  const data = freshFolder(context)('data')
  writeFileSync(join(data, 'galley.db.unfinished'), 'half of it')
  const { code, stderr } = await runGalley(['serve'], { GALLEY_DATA: data, GALLEY_PORT: '0' })
  assert.equal(code, 1)
  assert.match(stderr, /^galley: An import or a restore into this storage is under way or was broken off/)
})
