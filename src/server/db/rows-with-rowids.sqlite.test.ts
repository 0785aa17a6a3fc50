import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { freshStorage } from '../../../test/kit/app.ts'
import { migrateSqlite } from './migrate.ts'

const tables = ['sheet_rows', 'sheet_row_history']

test('the migration that adds rowids keeps the rows of sheets', async (context) => {
  const { config, drop } = await freshStorage()
  context.after(drop)
  const file = join(config.folder, 'galley.db')
  migrateSqlite(file, 29)
  const database = new DatabaseSync(file)
  context.after(() => database.close())
  for (const id of [3, 1, 2]) {
    const texts = JSON.stringify({ 1: 'x'.repeat(id * 100_000) })
    database.prepare('insert into sheet_rows values (7, 8, ?, ?, ?, 1, 2)').run(id, 10 - id, texts)
    database.prepare('insert into sheet_row_history values (7, 8, ?, 5, 1, ?, ?, 2)').run(id, 10 - id, texts)
  }
  const stored = () => tables.map((name) => database.prepare(`select * from ${name} order by id`).all())
  const before = stored()
  assert.ok(migrateSqlite(file).length > 0)
  assert.deepEqual(stored(), before)
  const isKeyed = database.prepare('select wr from pragma_table_list where name = ?')
  for (const name of tables)
    assert.deepEqual({ ...isKeyed.get(name) }, { wr: 0 }, `${name} compares keys with whole rows`)
})
