import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { exportData, importData } from '../../src/server/backup-and-transfer.ts'
import { exportInstance, migrate } from '../../src/server/db/index.ts'
import { migrateSqlite } from '../../src/server/db/migrate.ts'
import { databaseFile } from '../../src/server/db/sqlite/open.ts'
import { openDatabase } from '../crash/database.ts'
import { freshHome, type Home } from '../start/storage.ts'
import { linesOf, manifestOf } from './exported.ts'
import { freshFolder } from './fresh-folder.ts'

suite('refusals of an import', () => {
  const folder = freshFolder({ after })

  const workspace = `insert into workspaces (id, name, registry_revision, created_at) values (7, 'Support', 3, 1)`

  /** An export of embedded storage at some schema. */
  async function exported(name: string, schema = Number.POSITIVE_INFINITY): Promise<string> {
    const config = { folder: folder(`${name}-data`), databaseUrl: null }
    migrateSqlite(databaseFile(config.folder), schema)
    const database = await openDatabase(config)
    await database.script(workspace)
    await database.close()
    await exportInstance(config, folder(name), 0)
    return join(config.folder, '..', name)
  }

  const refused = (from: string, { config }: Home, message: RegExp) =>
    assert.rejects(() => importData(config, from), message)

  async function leftEmpty({ config }: Home) {
    await migrate(config)
    const database = await openDatabase(config)
    assert.deepEqual(await database.query('select * from workspaces'), [])
    await database.close()
  }

  test('storage that is not empty is left unchanged', async (context) => {
    const from = await exported('full')
    const home = await freshHome(context)
    await migrate(home.config)
    await refused(from, home, /^\w+: (There is a database already|The database of DATABASE_URL is not empty)/)
    await leftEmpty(home)
  })

  test('an export of a newer version', async (context) => {
    const from = await exported('newer')
    writeFileSync(join(from, 'manifest.json'), JSON.stringify({ ...manifestOf(from), schema: 9999 }))
    const home = await freshHome(context)
    await refused(
      from,
      home,
      /^\w+: The data is from a newer version of Galley \(the schema of the data is 9999/,
    )
    await leftEmpty(home)
  })

  test('an incomplete export, or a folder without an export', async (context) => {
    const home = await freshHome(context)
    const from = await exported('unfinished')
    rmSync(join(from, 'manifest.json'))
    for (const folder of [from, join(from, 'nowhere')])
      await refused(folder, home, /is not an export, or an incomplete one/)
    writeFileSync(join(from, 'manifest.json'), '{"format": "tar"}')
    await refused(from, home, /is not a manifest that this version reads: format: /)
  })

  test('a file that was cut off, changed or taken away', async (context) => {
    const from = await exported('damaged')
    const file = join(from, 'workspaces.jsonl.zst')
    const whole = readFileSync(file)
    const home = await freshHome(context)
    truncateSync(file, whole.length - 5)
    await refused(from, home, /workspaces\.jsonl\.zst (cannot be read|was damaged or changed)/)
    writeFileSync(file, Buffer.concat([whole, whole]))
    await refused(from, home, /^\w+: Rows of workspaces cannot be stored: /)
    writeFileSync(file, zstdCompressSync('[7,"Another",3,1,null]\n'))
    await refused(from, home, /workspaces\.jsonl\.zst was damaged or changed after the export/)
    writeFileSync(file, zstdCompressSync('[7,"Support","3",true,null]\n'))
    await refused(from, home, /workspaces\.jsonl\.zst cannot be read after row 0: created_at is no integer/)
    rmSync(file)
    await refused(from, home, /workspaces\.jsonl\.zst cannot be read/)
    await leftEmpty(home)
  })

  test('an export without one of its tables', async (context) => {
    const from = await exported('lacking')
    const manifest = manifestOf(from)
    const tables = manifest.tables.filter(({ name }) => name !== 'sessions')
    writeFileSync(join(from, 'manifest.json'), JSON.stringify({ ...manifest, tables }))
    await refused(
      from,
      await freshHome(context),
      /The tables of the export are not those of its schema \(missing: sessions \(/,
    )
  })

  test('a folder that is not empty is not written to', async (context) => {
    const home = await freshHome(context)
    await migrate(home.config)
    const from = await exported('there')
    await assert.rejects(
      () => exportData(home.config, from),
      /^ExportError: .+ is not empty\. Choose an empty/,
    )
  })

  test('an export of an older version is brought to this one on the way', async (context) => {
    const from = await exported('older', 22)
    const home = await freshHome(context)
    await importData(home.config, from)
    assert.deepEqual(await migrate(home.config), [])
    const now = folder('now')
    await exportInstance(home.config, now, 0)
    assert.deepEqual(linesOf(now, 'workspaces'), ['[7,"Support",3,1,null]'])
    assert.deepEqual(linesOf(now, 'request_views'), [])
  })
})

test('an export of a mistyped setting is refused, and makes no database', async (context) => {
  const { config } = await freshHome(context)
  const folder = freshFolder(context)('export')
  await assert.rejects(
    () => exportData(config, folder),
    /(The data folder .*|The database of DATABASE_URL) has no data of Galley\. Set the same settings as for the server\.$/,
  )
  assert.ok(!existsSync(databaseFile(config.folder)))
})
