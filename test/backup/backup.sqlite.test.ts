import assert from 'node:assert/strict'
import {
  closeSync,
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
import { after, before, suite, test } from 'node:test'
import { backUpData, restoreData } from '../../src/server/backup-and-transfer.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { migrate } from '../../src/server/db/index.ts'
import { openContext } from '../../src/server/open-context.ts'
import { openDatabase } from '../crash/database.ts'
import { type Api, apiOf } from '../kit/api.ts'
import { runGalley, startServer, stopped } from '../start/galley-process.ts'
import { freshFolder } from '../transfer/fresh-folder.ts'

const variable = (number: number) => ({ key: `VARIABLE_${number}`, value: `secret ${number}` })

/** Writes until it is stopped; returns the number of acknowledged writes. */
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

test('a backup during a server under load contains all acknowledged writes, and can be served', async (context) => {
  const folder = freshFolder(context)
  const [data, other] = [folder('data'), folder('other')]
  const file = join(data, '..', 'galley.backup')
  const server = await startServer({ GALLEY_DATA: data })
  const key = readFileSync(join(data, 'api-key'), 'utf8').trim()
  const writer = writing(apiOf(server.address, key))
  while (writer.acknowledged() < 20) await new Promise(setImmediate)
  const before = writer.acknowledged()
  const created = await runGalley(['backup', file], { GALLEY_DATA: data })
  await writer.stop()
  await stopped(server)
  assert.equal(created.code, 0, created.stderr)
  const report = JSON.parse(created.stdout)
  assert.equal(report.verified, true)
  assert.match(report.secrets, /secret-key is not included/)
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

suite('refusals', () => {
  const folder = freshFolder({ after })
  const dataIn = (name: string) => readConfig({ GALLEY_DATA: folder(name) })
  let file: string
  before(async () => {
    const config = dataIn('data')
    await migrate(config)
    file = join(config.folder, '..', 'galley.backup')
    await backUpData(config, file)
  })

  test('overwriting a backup, an impossible target, and a missing database', async () => {
    const empty = dataIn('empty')
    await assert.rejects(() => backUpData(empty, `${file}.2`), /^BackupError: The folder .+ has no database/)
    await migrate(empty)
    await assert.rejects(() => backUpData(empty, file), /^BackupError: .+ already exists/)
    const nowhere = join(empty.folder, 'no', 'where')
    await assert.rejects(() => backUpData(empty, nowhere), /^BackupError: Cannot write a backup to /)
  })

  test('to restore into a folder that is not empty', async () => {
    const used = dataIn('used')
    writeFileSync(join(used.folder, 'api-key'), 'x')
    assert.throws(
      () => restoreData(used, file),
      /^NotEmptyError: The data folder .+ is not empty: it has api-key/,
    )
  })

  test('to restore a damaged backup', async () => {
    const target = dataIn('target')
    const refused = (message: RegExp) => {
      assert.throws(() => restoreData(target, damaged), message)
      assert.ok(!existsSync(join(target.folder, 'galley.db')))
    }
    const damaged = `${file}.damaged`
    refused(/^BackupError: The file .+ does not exist/)
    copyFileSync(file, damaged)
    const handle = openSync(damaged, 'r+')
    const { size } = statSync(damaged)
    for (let offset = 8192; offset < size; offset += 4096)
      writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, offset)
    closeSync(handle)
    refused(/^BackupError: .+ is not an intact database of Galley: /)
    truncateSync(damaged, 5000)
    refused(/^BackupError: .+ is not an intact database of Galley: /)
    writeFileSync(damaged, 'no database at all')
    refused(/^BackupError: .+ is not an intact database of Galley: /)
    restoreData(target, file)
    assert.ok(existsSync(join(target.folder, 'galley.db')))
  })

  test('to restore data of a newer version', async () => {
    const newer = dataIn('newer')
    await migrate(newer)
    const database = await openDatabase(newer)
    await database.query(`insert into schema_migrations values (9999, '9999_from_the_future', 1, null)`)
    await database.close()
    await backUpData(newer, `${file}.newer`)
    assert.throws(
      () => restoreData(dataIn('older'), `${file}.newer`),
      /^NewerDataError: The data is from a newer/,
    )
  })
})

test('without its key restored data is not served', async (context) => {
  const folder = freshFolder(context)
  const [data, other] = [folder('data'), folder('other')].map((name) => readConfig({ GALLEY_DATA: name }))
  const file = join(data!.folder, '..', 'galley.backup')
  await migrate(data!)
  await (await openContext(data!)).store.close()
  await backUpData(data!, file)
  restoreData(other!, file)
  await assert.rejects(() => openContext(other!), /sealed with key [0-9a-f]+, and no setting has that key/)
})

test('a folder with an interrupted restore is not served', async (context) => {
  const data = freshFolder(context)('data')
  writeFileSync(join(data, 'galley.db.unfinished'), 'half of it')
  const { code, stderr } = await runGalley(['serve'], { GALLEY_DATA: data, GALLEY_PORT: '0' })
  assert.equal(code, 1)
  assert.match(stderr, /^galley: An import or a restore into this storage is under way or was interrupted/)
})
