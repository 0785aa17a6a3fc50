import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../src/server/config/config.ts'
import { apiOf, type Reply } from '../kit/api.ts'
import { migratedStorage } from '../kit/app.ts'
import { type GalleyServer, startServer, stopped } from '../start/galley-process.ts'
import { type Database, openDatabase } from './database.ts'
import { logEntry, publication } from './log-entry.ts'
import { TcpProxy } from './tcp-proxy.ts'

const key = 'the-key-of-the-outage-test'
/** Milliseconds for which a process keeps a key (decision 180). */
const keyLease = 250

let config: Config
let drop: () => Promise<void>
let database: Database
let proxy: TcpProxy
let server: GalleyServer

before(async () => {
  ;({ config, drop } = await migratedStorage())
  database = await openDatabase(config)
  const url = new URL(config.databaseUrl!)
  proxy = new TcpProxy({ host: url.hostname, port: Number(url.port) })
  await proxy.open()
  url.host = `127.0.0.1:${proxy.port}`
  server = await startServer({
    GALLEY_DATA: config.folder,
    DATABASE_URL: url.href,
    GALLEY_API_KEY: key,
    GALLEY_LOG_LEVEL: 'error',
  })
  const { status } = await api().post('/rest/prompt-templates', publication('greeting', 'first'))
  assert.equal(status, 200)
})

after(async () => {
  await stopped(server)
  await proxy.cut()
  await database.close()
  await drop()
})

const api = () => apiOf(server.address, key)
const calls = (): Promise<Reply>[] => [
  api().post('/log-request', logEntry('some')),
  api().get('/prompt-templates'),
  api().post('/rest/prompt-templates', publication('greeting', 'next')),
  api().post('/prompt-templates/greeting', {}),
]

function assertBusy({ status, headers, body }: Reply) {
  assert.equal(status, 503, JSON.stringify(body))
  assert.match(headers.get('retry-after') ?? '', /^\d+$/)
}

async function assertCallsSucceed() {
  for (const { status, body } of await Promise.all(calls())) assert.equal(status, 200, JSON.stringify(body))
}

test('while the database is unreachable every call answers 503 with Retry-After, and calls succeed afterwards', async () => {
  await assertCallsSucceed()
  await proxy.cut()
  const started = performance.now()
  for (const reply of await Promise.all(calls())) assertBusy(reply)
  assert.ok(performance.now() - started < 6_000)
  const [live, ready, health] = await Promise.all(
    ['/live', '/ready', ''].map((path) => api().get(`/health${path}`)),
  )
  assert.deepEqual([live!.status, ready!.status, health!.status], [200, 503, 200])
  assert.match(ready!.body.reasons.join(), /^PostgreSQL does not answer: /)
  assert.deepEqual([health!.body.status, health!.body.reasons], ['unavailable', ready!.body.reasons])
  const outageLine = /"err":"[^"]+","msg":"Storage cannot be reached/
  for (let attempt = 0; attempt < 100 && !outageLine.test(server.output()); attempt++) await sleep(20)
  assert.match(server.output(), outageLine, 'the log has the reason')
  await proxy.open()
  await assertCallsSucceed()
  for (let attempt = 0; attempt < 100 && (await api().get('/health/ready')).status !== 200; attempt++)
    await sleep(50)
  assert.deepEqual((await api().get('/health/ready')).body, { status: 'ok', reasons: [] })
})

test('calls whose connections the database ends get 503, and the connections are replaced', async () => {
  const lock = await lockRegistry()
  // These calls wait for the lock inside their transactions.
  const waiting = Array.from({ length: 5 }, (_, n) =>
    api().post('/rest/prompt-templates', publication('greeting', `${n}`)),
  )
  await lock.untilAwaitedBy(5)
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'galley' and datname = current_database()`,
  )
  for (const reply of await Promise.all(waiting)) assertBusy(reply)
  await lock.release()
  await assertCallsSucceed()
  assert.equal(server.child.exitCode, null)
})

test('calls to a silent database fail after some seconds, and succeed when it answers again', async () => {
  assert.equal((await api().get('/health')).body.status, 'ok')
  proxy.freeze()
  const healthStarted = performance.now()
  const { body } = await api().get('/health')
  assert.deepEqual([body.status, body.data_schema], ['unavailable', null])
  assert.match(body.reasons.join(), /has not answered/)
  assert.ok(performance.now() - healthStarted < 4_000, `${performance.now() - healthStarted} ms`)
  // A call with a cached key would continue to its own reads, and lists may take a minute.
  await sleep(keyLease)
  const started = performance.now()
  for (const reply of await Promise.all(calls())) assertBusy(reply)
  assert.ok(performance.now() - started < 9_000, `${performance.now() - started} ms`)
  proxy.thaw()
  await assertCallsSucceed()
})

/** Locks the row that every publication needs; `database` watches from outside of the transaction. */
async function lockRegistry() {
  const holder = await openDatabase(config)
  await holder.query('begin')
  await holder.query('select 1 from workspaces for update')
  return {
    async untilAwaitedBy(count: number) {
      const waiting = `select count(*) as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`
      while (((await database.query(waiting))[0]!['count'] as number) < count);
    },
    release: () => holder.close(),
  }
}

// Without a limit the stop would wait minutes, until the operating system ends the connections.
test('a server stops while the database does not answer', { timeout: 60_000 }, async () => {
  await assertCallsSucceed()
  proxy.freeze()
  assert.equal((await stopped(server)).code, 0)
})
