import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportInstance, importInstance, migrate } from '../../src/server/db/index.ts'
import { indexArrival } from '../../src/server/requests/index.ts'
import { openDatabase } from '../crash/database.ts'
import { freshPostgresDatabase } from '../kit/engine.ts'
import { freshFolder } from './fresh-folder.ts'

const indexes = `select indexdef as text from pg_indexes where schemaname = 'public' order by indexname`
const constraints = `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text
  from pg_constraint where connamespace = 'public'::regnamespace order by 1`

test('an import creates again every index and foreign key that it dropped to be faster', async (context) => {
  const folder = freshFolder(context)
  const [first, second] = [await freshPostgresDatabase(), await freshPostgresDatabase()]
  context.after(() => Promise.all([first.drop(), second.drop()]))
  const [data, exported] = [folder('data'), folder('exported')]
  const storage = ({ url }: { url: string }) => ({ folder: data, databaseUrl: url })
  await migrate(storage(first))
  await exportInstance(storage(first), exported, 0)
  await importInstance(storage(second), exported, indexArrival)
  const [before, now] = [await openDatabase(storage(first)), await openDatabase(storage(second))]
  for (const query of [indexes, constraints]) {
    const expected = await before.query(query)
    assert.ok(expected.length > 20)
    assert.deepEqual(await now.query(query), expected)
  }
  await Promise.all([before.close(), now.close()])
})
