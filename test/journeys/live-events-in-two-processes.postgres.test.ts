import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import pg from 'pg'
import { pollMilliseconds } from '../../src/server/changes.ts'
import { apiOf } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { type GalleyServer, startServer, stopped } from '../start/galley-process.ts'
import { ChangeListener } from './support/change-listener.ts'

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
  assert.equal(listener.changes.length, 1)
  await listener.stop()
})

test('many idle streams query the database as often as one', async (t) => {
  const reads = eventReads(t)
  const listeners = Array.from({ length: 40 }, () => new ChangeListener(app, app.key))
  await Promise.all(listeners.map(({ ready }) => ready))
  await reads.until(() => reads.times.own.length >= listeners.length)
  const { all } = reads.times
  const before = all.length
  await reads.until(() => all.length > before + 9 * 3)
  // One poll reads every `pollMilliseconds`, later on a busy machine but never earlier, so nine reads take at least eight pauses.
  // If each of the 40 streams polled, nine reads would take 60 ms.
  const nines = Array.from(
    { length: 3 },
    (_none, index) => all[before + 9 * index + 8]! - all[before + 9 * index]!,
  )
  const milliseconds = nines.toSorted((a, b) => a - b)[1]!
  assert.ok(milliseconds >= 8 * (pollMilliseconds - 1), `nine reads in ${milliseconds} ms`)
  await app.api.post('/api/public/v2/folders', { name: 'for all' })
  await Promise.all(listeners.map((listener) => listener.until(1)))
  await Promise.all(listeners.map((listener) => listener.stop()))
})

/**
 * Times at which this process reads the audit log: `all` reads, and those for the events of one stream (`own`). A stream makes
 * such a read when it begins, and then only after changes.
 */
function eventReads({ mock }: TestContext) {
  const times = { all: [] as number[], own: [] as number[] }
  let wake = () => {}
  const { query } = pg.Client.prototype
  mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...words: unknown[]) {
    const text = (words[0] as { text?: string }).text ?? ''
    if (/from "?audit_events\b/.test(text)) {
      times.all.push(performance.now())
      if (text.startsWith('select "id", "at", "operation"')) times.own.push(performance.now())
      wake()
    }
    return Reflect.apply(query, this, words)
  })
  const until = async (holds: () => boolean) => {
    while (!holds())
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  return { times, until }
}
