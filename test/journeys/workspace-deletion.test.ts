import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyStorageOf } from '../../src/server/bodies/index.ts'
import { readProviderEnvironment } from '../../src/server/model/index.ts'
import { FakeS3 } from '../bodies/fake-s3.ts'
import { moveAll } from '../bodies/start-with-objects.ts'
import { workspaceRows } from '../every-endpoint/workspace-rows.ts'
import { createWorld, type World } from '../every-endpoint/world.ts'
import { echo, type FakeModels, startFakeModels } from '../fake-models/index.ts'
import { apiOf, bodyOf } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { ada, joinAs, password, startWithAda, Visitor } from './support/browser-api.ts'
import { ChangeListener } from './support/change-listener.ts'
import { promptColumn } from './support/prompt-columns.ts'
import { log, logCall } from './support/requests.ts'
import { emptySheet } from './support/tables.ts'
import { fillEmptyTables, rowCounts, unowned } from './support/workspace-tables.ts'

const day = 24 * 3_600_000

describe('the deletion of a workspace', () => {
  let app: TestApp
  let models: FakeModels
  let s3: FakeS3
  let visitor: Visitor
  let first: number
  /** Milliseconds by which the server's clock is ahead. */
  let ahead = 0
  before(async () => {
    models = await startFakeModels()
    s3 = await FakeS3.start()
    const settings = { providers: readProviderEnvironment(models.environment()), bodyStorage: s3.settings() }
    ;({ app, visitor } = await startWithAda({ now: () => Date.now() + ahead }, settings))
    first = (await visitor.send('GET', '/session')).body.workspace.id
  })
  after(async () => {
    await app.close()
    await bodyStorageOf(app.context.store)!.objects.close()
    await s3.close()
    await models.close()
  })

  /** Creates a workspace with Ada as admin, whose session is in it then. */
  async function create(name: string): Promise<number> {
    const { status, body } = await visitor.send('POST', '/workspaces', { name })
    assert.equal(status, 201)
    return body.workspace.id
  }

  const remove = (by: Visitor, id: number, name: string) => by.send('DELETE', `/workspaces/${id}`, { name })

  async function receiptOf(id: number) {
    const { workspace_deletions } = bodyOf(await visitor.send('GET', '/installation/workspace-deletions'))
    return workspace_deletions.find(({ workspace_id }: { workspace_id: number }) => workspace_id === id)
  }
  const untilFinished = (id: number) =>
    until(
      () => receiptOf(id),
      ({ finished_at }) => finished_at !== null,
    )

  /** Creates a workspace with one entity of each kind, which Ada can delete. */
  async function createFilled(): Promise<World> {
    const world = await createWorld(app)
    const { id: person } = bodyOf(await visitor.send('GET', '/session')).person
    await app.context.store.transact(async (tx) => {
      const member = {
        workspace_id: world.workspace,
        person_id: person,
        role: 'admin',
        created_at: 1,
      } as const
      await tx.insertInto('members').values(member).execute()
    })
    return world
  }
  const moveTo = async (id: number) => bodyOf(await visitor.send('PATCH', '/session', { workspace_id: id }))

  it('needs the exact name, an admin in the workspace, and a signed-in person', async () => {
    const id = await create('Research ')
    const { key } = bodyOf(await visitor.send('POST', '/api-keys', { name: 'all', role: 'admin' }), 201)
    const { visitor: eve } = await joinAs(app, visitor, 'eve@example.com', 'publisher')
    for (const name of ['', 'research', 'Research ']) {
      const refused = await remove(visitor, id, name)
      assert.deepEqual([refused.status, refused.body.detail?.[0].loc], [422, ['body', 'name']], name)
    }
    assert.equal((await remove(eve, id, 'Research')).status, 403)
    assert.equal((await eve.send('GET', `/workspaces/${id}/deletion`)).status, 403)
    const byKey = await app.api.delete(
      `/api/public/v2/workspaces/${id}`,
      { 'X-API-KEY': key },
      { name: 'Research' },
    )
    assert.equal(byKey.status, 403)
    const [other, unknown] = [
      await remove(visitor, first, 'default'),
      await remove(visitor, 987_654, 'default'),
    ]
    assert.deepEqual([other.status, other.body], [404, unknown.body])
    assert.equal((await visitor.send('GET', '/session')).body.workspace.id, id)
    assert.equal(await receiptOf(id), undefined)
  })

  it('counts its contents before, and ends keys, streams, invitations, memberships and sessions', async () => {
    const id = await create('Sales')
    const { key } = bodyOf(await visitor.send('POST', '/api-keys', { name: 'shop', personal: true }), 201)
    const headers = { 'X-API-KEY': key }
    bodyOf(await app.api.post('/log-request', logCall(), headers))
    bodyOf(await app.api.post('/api/public/v2/tables', { title: 'Cases' }, headers), 201)
    const { visitor: grace } = await joinAs(app, visitor, 'grace@example.com', 'viewer')
    const pending = bodyOf(
      await visitor.send('POST', '/invitations', { email: 'later@example.com', role: 'viewer' }),
      201,
    )
    const preview = bodyOf(await visitor.send('GET', `/workspaces/${id}/deletion`))
    assert.deepEqual(preview, {
      success: true,
      name: 'Sales',
      members: 2,
      api_keys: 1,
      prompts: 0,
      workflows: 0,
      tables: 1,
      datasets: 0,
      requests: 1,
      traces: 0,
    })
    const listener = new ChangeListener(app, key)
    await listener.ready
    assert.equal((await remove(visitor, id, 'Sales')).status, 200)
    const unknown = await app.api.get('/api/public/v2/session', { 'X-API-KEY': `${key}x` })
    const refused = await app.api.get('/api/public/v2/session', headers)
    assert.deepEqual([refused.status, refused.body], [401, unknown.body])
    assert.equal((await app.api.post('/log-request', logCall(), headers)).status, 401)
    await listener.ended
    const session = bodyOf(await visitor.send('GET', '/session'))
    assert.equal(session.workspace.id, first)
    assert.ok(session.workspaces.every((one: { id: number }) => one.id !== id))
    assert.equal((await visitor.send('PATCH', '/session', { workspace_id: id })).status, 404)
    assert.equal((await grace.send('GET', '/session')).status, 401, 'the only workspace of Grace')
    const signIn = await grace.send('POST', '/session', { email: 'grace@example.com', password })
    assert.equal(signIn.status, 403)
    const { token } = pending
    assert.equal((await new Visitor(app).send('POST', '/invitations/read', { token })).status, 404)
    const { workspaces } = bodyOf(await visitor.send('GET', '/installation/workspaces'))
    assert.ok(workspaces.every((one: { id: number }) => one.id !== id))
    const receipt = await untilFinished(id)
    assert.deepEqual(
      [receipt.name, receipt.deleted_by.name, receipt.deleted.requests],
      ['Sales', ada.name, 1],
    )
  })

  it('leaves no row in any table, and the other workspaces as they are', async () => {
    const [world, neighbour] = [await createFilled(), await createWorld(app)]
    const { store } = app.context
    const unownedBefore = await unowned(store)
    await until(async () => {
      const open = store.db.selectFrom('jobs').select('id').where('state', 'in', ['queued', 'leased'])
      return (
        (await open.where('workspace_id', 'in', [world.workspace, neighbour.workspace]).execute()).length ===
        0
      )
    })
    for (const { workspace } of [world, neighbour]) await moveAll(store, bodyStorageOf(store)!, workspace)
    const objectsOf = async (workspace: number) => {
      const rows = await store.db
        .selectFrom('body_objects')
        .select('name')
        .where('workspace_id', '=', workspace)
        .execute()
      return rows.map(({ name }) => name)
    }
    const [own, others] = [await objectsOf(world.workspace), await objectsOf(neighbour.workspace)]
    assert.ok(
      [...own, ...others].every((name) => s3.objects.has(name)) && own.length > 0 && others.length > 0,
    )
    await fillEmptyTables(store, world.workspace)
    const untouched = await workspaceRows(store, neighbour.workspace)
    await moveTo(world.workspace)
    assert.equal((await remove(visitor, world.workspace, 'a workspace')).status, 200)
    await untilFinished(world.workspace)
    // The job that looks for late rows stays for a day. The triggers of ClickHouse do not exist here.
    const { jobs, log_outbox, trace_outbox, ...left } = await rowCounts(store, world.workspace)
    assert.deepEqual([left, jobs, log_outbox, trace_outbox], [{}, 1, 1, 1])
    assert.deepEqual(
      [own.filter((name) => s3.objects.has(name)), others.every((name) => s3.objects.has(name))],
      [[], true],
    )
    assert.deepEqual(await unowned(store), unownedBefore)
    assert.equal(await workspaceRows(store, neighbour.workspace), untouched)
    bodyOf(await neighbour.api.post('/log-request', logCall()))

    ahead += day + 3_600_000
    const rowOf = () =>
      store.db.selectFrom('workspaces').select('id').where('id', '=', world.workspace).execute()
    await until(async () => (await rowOf()).length === 0)
    assert.equal((await rowCounts(store, world.workspace))['jobs'], undefined)
  })

  it('deletes the rows of a call that was under way, and neighbours log meanwhile', async () => {
    const world = await createFilled()
    const neighbour = await app.newWorkspace()
    await moveTo(world.workspace)
    const slow = httpRequest(`${app.baseUrl}/log-request`, {
      method: 'POST',
      headers: { 'X-API-KEY': world.key, 'Content-Type': 'application/json' },
    })
    const text = JSON.stringify(logCall({ metadata: { late: 'yes' } }))
    const begun = new Promise((resolve) => slow.write(text.slice(0, 20), resolve))
    await begun
    await log(world.api)
    let isDeleted = false
    const statuses = new Set<number>()
    const sending = (async () => {
      while (!isDeleted) {
        statuses.add((await world.api.post('/log-request', logCall())).status)
        await sleep(10)
      }
    })()
    const logged: number[] = []
    const sendingBeside = (async () => {
      while (!isDeleted) {
        logged.push(await log(neighbour.api))
        await sleep(10)
      }
    })()
    assert.equal((await remove(visitor, world.workspace, 'a workspace')).status, 200)
    await untilFinished(world.workspace)
    isDeleted = true
    await Promise.all([sending, sendingBeside])
    assert.deepEqual(
      [...statuses].filter((status) => status !== 200 && status !== 401),
      [],
    )
    const late = new Promise<number>((resolve, reject) => {
      slow.on('response', (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
      slow.on('error', reject)
    })
    slow.end(text.slice(20))
    assert.equal(await late, 200)
    ahead += 2 * 60_000
    const { store } = app.context
    await until(
      () => rowCounts(store, world.workspace),
      ({ jobs: _, ...left }) => Object.keys(left).length === 0,
    )
    const found = bodyOf(await neighbour.api.post('/api/public/v2/requests/search', { per_page: 1 }))
    assert.equal(found.total, logged.length)
  })

  it('stops a batch that is under way', async () => {
    const id = await create('Batches')
    const { key } = bodyOf(await visitor.send('POST', '/api-keys', { name: 'all', role: 'admin' }), 201)
    // Without the end of the batch, its calls would be under way for an hour.
    models.answerWith(() => ({ text: 'late', pace: { first: 3_600_000 } }))
    const sheet = await emptySheet(apiOf(app.baseUrl, key))
    const column = await sheet.column('text')
    await sheet.add(Array.from({ length: 20 }, (_, row) => ({ [column.id]: `row ${row}` })))
    const openAi = models.calls
    const earlier = openAi.length
    await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('Say {text}', { text: 'text' }))
    await until(() => openAi.length > earlier)
    assert.equal((await remove(visitor, id, 'Batches')).status, 200)
    await untilFinished(id)
    await until(() => app.worker!.progress().running === 0)
    models.answerWith(echo)
    // The end of the batch may store figures of the model late, which the job finds when it looks again.
    ahead += 2 * 60_000
    const { jobs } = await until(
      () => rowCounts(app.context.store, id),
      ({ jobs: _, ...left }) => Object.keys(left).length === 0,
    )
    assert.equal(jobs, 1)
  })

  it('is refused for the only workspace of the server', async () => {
    const { store } = app.context
    await moveTo(first)
    const { name } = bodyOf(await visitor.send('GET', '/workspace')).workspace
    await store.transact((tx) =>
      tx.updateTable('workspaces').set({ deleted_at: 1 }).where('id', '<>', first).execute(),
    )
    const refused = await remove(visitor, first, name)
    assert.deepEqual([refused.status, refused.body.message.includes('only workspace')], [409, true])
    assert.equal((await visitor.send('GET', '/session')).status, 200)
  })
})
