import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { finishIndex } from '../../src/server/requests/index.ts'
import { appOfSuite, type TestApp } from '../kit/app.ts'
import { log, logged } from './support/requests.ts'

/** Locks the request log against writes; returns the release. */
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

describe('while the disk does not follow', () => {
  const app = appOfSuite()
  before(async () => {
    await log(app.api)
  })

  it('calls of applications are refused with a time to retry, and accepted afterwards', async () => {
    const letGo = await stall(app)
    const waiting = app.api.post('/log-request', logged())
    let refused = await app.api.post('/log-request', '{ not read')
    for (let looks = 0; refused.status === 422 && looks < 100; looks++) {
      await sleep(50)
      refused = await app.api.post('/log-request', '{ not read')
    }
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.equal(refused.body.error, 'overloaded')
    for (const path of ['/track-request', '/spans-bulk', '/v1/traces'])
      assert.equal((await app.api.post(path, {})).status, 429, path)
    assert.equal((await app.api.get('/prompt-templates')).status, 200)
    await letGo()
    // Accepted calls are stored, unless the database itself aborts them.
    assert.ok([200, 503].includes((await waiting).status))
    let taken = await app.api.post('/log-request', logged())
    for (let tries = 0; taken.status === 429 && tries < 100; tries++) {
      await sleep(50)
      taken = await app.api.post('/log-request', logged())
    }
    assert.equal(taken.status, 200)
    await finishIndex(app.context.store)
    const { store } = app.context
    // Background work, such as that of timers, may be in progress.
    for (let looks = 0; store.waiting().units > 0 && looks < 100; looks++) await sleep(20)
    assert.deepEqual(store.waiting(), { units: 0, bytes: 0, milliseconds: 0 })
  })

  it('the refusal comes at once, even if every connection to the database is blocked', async () => {
    const letGo = await stall(app)
    const waiting = Array.from({ length: 24 }, () => app.api.post('/log-request', logged()))
    const { store } = app.context
    while (store.waiting().milliseconds < 3_000) await sleep(10)
    const refused = await app.api.post('/log-request', logged())
    await letGo()
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '1')
    for (const { status } of await Promise.all(waiting)) assert.ok([200, 429, 503].includes(status))
  })

  it('an unauthenticated caller gets 401', async () => {
    const reply = await app.api.post('/log-request', logged(), { 'x-api-key': 'unknown' })
    assert.equal(reply.status, 401)
  })
})
