import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exportInstance, migrate } from '../../src/server/db/index.ts'
import { unexportedTables } from '../../src/server/db/transfer/shape.ts'
import { openDatabase } from '../crash/database.ts'
import { freshPostgresDatabase } from '../kit/engine.ts'
import { manifestOf } from './exported.ts'
import { freshFolder } from './fresh-folder.ts'

const migrations = join(import.meta.dirname, '../../src/server/db/migrations')

/** The search index of SQLite: virtual tables with their shadow tables. */
const indexTable = /^request_(words|terms)(_|$)/

function everMade(): Set<string> {
  const files = globSync('*/*.sql', { cwd: migrations })
  const texts = files.map((file) => readFileSync(join(migrations, file), 'utf8'))
  return new Set(
    texts.flatMap((text) =>
      Array.from(text.matchAll(/^create (?:virtual )?table (\w+)/gm), ([, name]) => name!),
    ),
  )
}

test('every table that a migration makes is exported, or is one of the few that an import makes anew', async (context) => {
  const folder = freshFolder(context)
  const database = await freshPostgresDatabase()
  context.after(database.drop)
  const embedded = { folder: folder('embedded'), databaseUrl: null }
  const server = { folder: embedded.folder, databaseUrl: database.url }
  const carried = async (config: typeof embedded | typeof server, name: string) => {
    await migrate(config)
    const target = folder(name)
    await exportInstance(config, target, 0)
    return manifestOf(target).tables.map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => `${column.name} ${column.type}`).sort(),
    }))
  }
  const fromSqlite = await carried(embedded, 'from-sqlite')
  assert.deepEqual(await carried(server, 'from-postgres'), fromSqlite)

  const opened = await openDatabase(embedded)
  const there = await opened.query(
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
  )
  await opened.close()
  const known = new Set([...fromSqlite.map(({ name }) => name), ...unexportedTables])
  assert.deepEqual(
    there.map(({ name }) => String(name)).filter((name) => !known.has(name) && !indexTable.test(name)),
    [],
  )
  const names = new Set(there.map(({ name }) => String(name)))
  assert.deepEqual(
    [...everMade()].filter((name) => names.has(name) && !known.has(name) && !indexTable.test(name)),
    [],
  )
  assert.ok([...unexportedTables].every((name) => names.has(name)))
})
