import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiOf } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { type GalleyServer, startServer, stopped } from '../start/galley-process.ts'
import { ChangeListener } from './support/change-listener.ts'
import { transactions } from './support/transactions.ts'

let app: TestApp
let beside: GalleyServer

before(async () => {
  app = await startApp()
  const { folder, databaseUrl } = app.context.config
  const environment = { GALLEY_DATA: folder, DATABASE_URL: databaseUrl!, GALLEY_LOG_LEVEL: 'error' }
  beside = await startServer({ ...environment, GALLEY_ROLE: 'api' })
})
after(async () => {
  await stopped(beside)
  await app.close()
})

test('a stream reports changes that another process records', async () => {
  const listener = new ChangeListener(app, app.key)
  await listener.ready
  await apiOf(beside.address, app.key).post('/api/public/v2/folders', { name: 'beside' })
  await listener.until(1)
  assert.equal(listener.seen.length, 1)
  await listener.stop()
})

test('many idle streams ask the database as often as one', async () => {
  const listeners = Array.from({ length: 40 }, () => new ChangeListener(app, app.key))
  await Promise.all(listeners.map(({ ready }) => ready))
  await sleep(1_500)
  const before = await transactions(app)
  await sleep(3_000)
  // 40 streams cause 12 polls for changes and 3 for requests, and read their key at most four times a second.
  const asked = (await transactions(app)) - before
  assert.ok(asked < 80, `${asked} transactions in three seconds`)
  await app.api.post('/api/public/v2/folders', { name: 'for all' })
  await Promise.all(listeners.map((listener) => listener.until(1)))
  await Promise.all(listeners.map((listener) => listener.stop()))
})
