import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, describe, it } from 'node:test'
import { Client } from 'pg'
import { finishIndex } from '../../src/server/requests/index.ts'
import { appOfSuite, type TestApp } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { log, logCall } from './support/requests.ts'

/** Locks the request log against writes. Returns a function that unlocks it. */
async function stall({ context }: TestApp): Promise<() => Promise<void>> {
  const { databaseUrl, folder } = context.config
  if (databaseUrl === null) {
    const connection = new DatabaseSync(join(folder, 'galley.db'))
    connection.exec('begin immediate')
    return async () => connection.close()
  }
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table requests in access exclusive mode')
  return () => client.end()
}

describe('while the database accepts no writes', () => {
  const app = appOfSuite()
  before(async () => {
    await log(app.api)
  })

  it('calls of applications are refused with a time to retry, and accepted afterwards', async () => {
    const unlock = await stall(app)
    const waiting = app.api.post('/log-request', logCall())
    const refused = await until(
      () => app.api.post('/log-request', '{ not read'),
      ({ status }) => status !== 422,
    )
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.equal(refused.body.error, 'overloaded')
    for (const path of ['/track-request', '/spans-bulk', '/v1/traces'])
      assert.equal((await app.api.post(path, {})).status, 429, path)
    assert.equal((await app.api.get('/prompt-templates')).status, 200)
    await unlock()
    // Accepted calls are stored, unless the database itself aborts them.
    assert.ok([200, 503].includes((await waiting).status))
    const accepted = await until(
      () => app.api.post('/log-request', logCall()),
      ({ status }) => status !== 429,
    )
    assert.equal(accepted.status, 200)
    await finishIndex(app.context.store)
    const { store } = app.context
    // Background work, such as that of timers, may be in progress.
    await until(() => store.waiting().units === 0)
    assert.deepEqual(store.waiting(), { units: 0, bytes: 0, milliseconds: 0 })
  })

  it('calls are refused without a wait for a connection, even if every connection is blocked', async () => {
    const unlock = await stall(app)
    const waiting = Array.from({ length: 24 }, () => app.api.post('/log-request', logCall()))
    const { store } = app.context
    await until(() => store.waiting().milliseconds >= 3_000)
    const refused = await app.api.post('/log-request', logCall())
    await unlock()
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '1')
    for (const { status } of await Promise.all(waiting)) assert.ok([200, 429, 503].includes(status))
  })

  it('an unauthenticated caller gets 401', async () => {
    const reply = await app.api.post('/log-request', logCall(), { 'x-api-key': 'unknown' })
    assert.equal(reply.status, 401)
  })
})
