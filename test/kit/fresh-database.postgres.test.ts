import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { freshPostgresDatabase } from './engine.ts'
import { serverVersionAt } from './server-version.ts'

test('a fresh database is empty, separate from the others, and deleted by its drop', async () => {
  const [one, other] = await Promise.all([freshPostgresDatabase(), freshPostgresDatabase()])
  const client = new Client({ connectionString: one.url })
  client.on('error', () => {}) // Dropping the database ends its connections.
  await client.connect()
  const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public'")
  assert.deepEqual(rows, [])
  assert.notEqual(one.url, other.url)
  await one.drop()
  await assert.rejects(serverVersionAt(one.url), /does not exist/)
  await other.drop()
  await client.end()
})

test('the server is one that Galley supports', async () => {
  const { url, drop } = await freshPostgresDatabase()
  assert.ok(Number.parseFloat(await serverVersionAt(url)) >= 15)
  await drop()
})
