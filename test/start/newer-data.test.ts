import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../src/server/db/index.ts'
import { openDatabase } from '../crash/database.ts'
import { runGalley } from './galley-process.ts'
import { freshHome } from './storage.ts'

test('data of a newer version is refused by every command, and left as it is', async (context) => {
  const { config, environment } = await freshHome(context)
  await migrate(config)
  const database = await openDatabase(config)
  context.after(database.close)
  await database.query(`insert into schema_migrations values (9999, '9999_from_the_future', 1, null)`)
  const before = await database.query('select * from schema_migrations order by number')

  for (const line of [['serve'], ['migrate'], ['key', 'list'], ['workspace', 'create', 'x']]) {
    const { code, stderr } = await runGalley(line, { ...environment, GALLEY_PORT: '0' })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^galley: The data is from a newer version of Galley \(the schema of the data is 9999, that of this program/,
    )
    assert.doesNotMatch(stderr, /^\s+at /m)
  }
  assert.deepEqual(await database.query('select * from schema_migrations order by number'), before)
  assert.deepEqual(await database.query('select * from workspaces'), [])
})
