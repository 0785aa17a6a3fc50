import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '../../src/contract/index.ts'
import { Changes, pollMilliseconds } from '../../src/server/changes.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite, startApp } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { ChangeListener } from './support/change-listener.ts'
import { EventListener } from './support/event-listener.ts'
import { emptySheet } from './support/tables.ts'

describe('the stream of changes', () => {
  const app = appOfSuite()
  before(async () => {
    await app.api.post('/rest/prompt-templates', endpoints.publishTemplate.example.body)
  })

  it('sends each change once, to its own workspace only, without secrets', async () => {
    const other = await app.newWorkspace()
    const [listener, stranger] = [new ChangeListener(app, app.key), new ChangeListener(app, other.key)]
    await Promise.all([listener.ready, stranger.ready])
    await app.api.post('/api/public/v2/env-vars', { key: 'TOKEN', value: 'canary-of-the-stream' })
    await app.api.post('/api/public/v2/folders', { name: 'told' })
    await app.api.post('/log-request', endpoints.logRequest.example.body)
    await app.api.post('/api/public/v2/folders', { name: 'told' })
    await app.api.post('/api/public/v2/folders', { name: 'told too' })
    await listener.until(3)
    assert.deepEqual(
      listener.changes.map(({ operation }) => operation),
      [endpoints.createWorkspaceVariable.id, endpoints.createFolder.id, endpoints.createFolder.id],
    )
    assert.equal(new Set(listener.changes.map(({ id }) => id)).size, 3)
    assert.doesNotMatch(JSON.stringify(listener.changes), /canary/)
    assert.deepEqual(stranger.changes, [])
    await Promise.all([listener.stop(), stranger.stop()])
  })

  it('resumes after a disconnect, without loss and without repeating', async () => {
    const first = new ChangeListener(app, app.key)
    await first.ready
    await app.api.post('/api/public/v2/folders', { name: 'before the cut' })
    await first.until(1)
    await first.stop()
    for (const name of ['while away', 'also while away'])
      await app.api.post('/api/public/v2/folders', { name })
    const second = new ChangeListener(app, app.key, `&after=${first.changes[0]!.id}`)
    await second.ready
    await app.api.post('/api/public/v2/folders', { name: 'back' })
    await second.until(3)
    assert.equal(second.changes.length, 3)
    assert.ok(second.changes.every(({ id }) => id > first.changes[0]!.id))
    await second.stop()
  })

  it('is refused to a workspace that has many streams, of sheets too', async () => {
    const limited = await startApp({ changes: new Changes(2) })
    const headers = { 'x-api-key': limited.key }
    const sheet = await emptySheet(limited.api)
    const sheetEvents = new EventListener(`${limited.baseUrl}${sheet.path}/events?stream=true`, headers)
    await sheetEvents.until(({ name }) => name === 'ready')
    const listener = new ChangeListener(limited, limited.key)
    await listener.ready
    for (const path of ['/api/public/v2/events', `${sheet.path}/events`]) {
      const { status, body, headers } = await limited.api.get(`${path}?stream=true`)
      assert.deepEqual([status, headers.get('retry-after')], [429, '10'])
      assert.match(body.message, /has 2 open streams of events/)
    }
    const other = new ChangeListener(limited, (await limited.newWorkspace()).key)
    await other.ready
    await sheetEvents.stop()
    const open = () => fetch(`${limited.baseUrl}/api/public/v2/events?stream=true`, { headers })
    const next = await until(open, ({ status }) => status !== 429)
    assert.equal(next.status, 200)
    await Promise.all([listener.stop(), other.stop(), next.body!.cancel()])
    await limited.close()
  })

  it('reports requests and ends with its key after the clock was set back by an hour', async () => {
    let clockOffset = 0
    const own = await startApp({ now: () => Date.now() + clockOffset })
    const { key, api_key } = (await own.api.post('/api/public/v2/api-keys', { name: 'reader' })).body
    const sheet = await emptySheet(own.api)
    const headers = { 'x-api-key': key }
    const ofSheet = new EventListener(`${own.baseUrl}${sheet.path}/events?stream=true`, headers)
    await ofSheet.until(({ name }) => name === 'ready')
    const listener = new ChangeListener(own, key)
    await listener.ready
    clockOffset = -3_600_000
    await listener.untilNewest(
      (await own.api.post('/log-request', endpoints.logRequest.example.body)).body.id,
    )
    await own.api.delete(`/api/public/v2/api-keys/${api_key.id}`)
    // A stream of a sheet checks its access when the sheet changes.
    await sleep(2_000)
    await own.api.post(`${sheet.path}/rows`, { count: 1 })
    await Promise.all([listener.ended, ofSheet.ended])
    await own.close()
  })

  it('reports concurrent writers, in any order', async () => {
    const listener = new ChangeListener(app, app.key)
    await listener.ready
    const names = Array.from({ length: 40 }, (_none, index) => `at once ${index}`)
    await Promise.all(names.map((name) => app.api.post('/api/public/v2/folders', { name })))
    await listener.until(40)
    assert.equal(new Set(listener.changes.map(({ id }) => id)).size, 40)
    await listener.stop()
  })

  it('reports each change of this process once', async () => {
    const own = await app.newWorkspace()
    const { changes } = app.context
    const listener = new ChangeListener(app, own.key)
    await listener.ready
    const before = changes.notificationCount(own.id as WorkspaceId)
    for (let count = 1; count <= 5; count++) {
      await own.api.post('/api/public/v2/folders', { name: `counted ${count}` })
      await listener.until(count)
    }
    await sleep(2 * pollMilliseconds)
    assert.equal(changes.notificationCount(own.id as WorkspaceId) - before, 5)
    await listener.stop()
  })

  it('ends when the server stops', async () => {
    const own = await startApp()
    const listener = new ChangeListener(own, own.key)
    await listener.ready
    own.context.changes.close()
    await listener.ended
    await own.close()
  })

  it('ends when the key is revoked', async () => {
    const { createApiKey, revokeApiKey } = endpoints
    const { body } = await app.api.post(createApiKey.path, { name: 'short', role: 'viewer' })
    const listener = new ChangeListener(app, body.key)
    await listener.ready
    await app.api.delete(revokeApiKey.path.replace('{api_key_id}', body.api_key.id))
    await listener.ended
    await app.api.post('/api/public/v2/folders', { name: 'not for them' })
    assert.ok(listener.changes.every(({ operation }) => operation !== endpoints.createFolder.id))
  })

  it('reports the id of the newest logged request, to its own workspace only', async () => {
    const other = await app.newWorkspace()
    const [listener, stranger] = [new ChangeListener(app, app.key), new ChangeListener(app, other.key)]
    await Promise.all([listener.ready, stranger.ready])
    const log = async () =>
      (await app.api.post('/log-request', endpoints.logRequest.example.body)).body.id as number
    const ids = []
    for (let count = 0; count < 20; count++) ids.push(await log())
    await listener.untilNewest(Math.max(...ids))
    await app.api.post('/api/public/v2/folders', { name: 'after them' })
    await other.api.post('/api/public/v2/folders', { name: 'after them' })
    await Promise.all([listener.until(1), stranger.until(1)])
    assert.deepEqual(stranger.newestRequestIds, [])
    await Promise.all([listener.stop(), stranger.stop()])
  })
})
