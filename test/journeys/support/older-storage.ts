import { readdirSync, readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { type Database, openDatabase } from '../../crash/database.ts'
import { freshStorage } from '../../kit/app.ts'
import { testEngine } from '../../kit/engine.ts'

const folder = new URL(`../../../src/server/db/migrations/${testEngine()}/`, import.meta.url)

/** Storage of a version without the migrations from `first` on. The caller closes the database. */
export async function storageBefore(context: TestContext, first: string) {
  const { config, drop } = await freshStorage()
  context.after(drop)
  const database: Database = await openDatabase(config)
  const steps = readdirSync(folder)
    .filter((name) => name < first)
    .sort()
  await database.query(
    'create table schema_migrations (number integer primary key, name text not null, applied_at bigint not null)',
  )
  for (const step of steps) {
    await database.script(readFileSync(new URL(step, folder), 'utf8'))
    await database.query(`insert into schema_migrations values (${Number.parseInt(step, 10)}, '${step}', 1)`)
  }
  return { config, database }
}
