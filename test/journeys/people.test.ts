import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../src/server/db/index.ts'
import { setupCode } from '../../src/server/people/index.ts'
import { type Api, apiOf } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'
import { ada, joinAs, password, startWithAda, Visitor } from './support/browser-api.ts'
import { joinNode, output, topic } from './support/workflows.ts'

/** Test apps number their workspaces from 1. */
describe('the first person', () => {
  let app: TestApp
  let visitor: Visitor
  let code: string
  before(async () => {
    const started = await startWithAda()
    assert.equal(started.answer.status, 201, JSON.stringify(started.answer.body))
    ;({ app, visitor, code } = started)
  })
  after(() => app.close())

  it('administers the first workspace, and can be created only once', async () => {
    const session = await visitor.send('GET', '/session')
    assert.deepEqual([session.body.person.email, session.body.role], ['Ada@Example.com', 'admin'])
    const again = await new Visitor(app).send('POST', '/setup', { ...ada, email: 'eve@example.com', code })
    assert.equal(again.status, 403)
    assert.equal((await new Visitor(app).send('GET', '/setup')).body.needs_first_person, false)
    assert.equal(await setupCode(app.context.store, Date.now()), null)
  })

  it('gets a cookie that no script reads and no other site sends', async () => {
    const signedIn = await new Visitor(app).send('POST', '/session', { email: 'ada@example.com', password })
    const cookie = signedIn.headers.get('set-cookie')!
    assert.match(cookie, /^__Host-galley=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
    const token = cookie.slice('__Host-galley='.length).split(';')[0]!
    const rows = await app.context.store.db.selectFrom('sessions').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(token))
  })

  it('is not accepted from pages of other sites', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const path = '/workspaces'
    assert.equal((await visitor.send('POST', path, { name: 'Evil' }, foreign)).status, 401)
    assert.equal((await visitor.send('POST', path, { name: 'Evil' }, { origin: 'null' })).status, 401)
    assert.equal((await visitor.send('GET', '/session', undefined, foreign)).status, 200)
  })

  it('is not recognised by a cookie without the host prefix on a secure connection', async () => {
    const planted = new Visitor(app)
    planted.cookie = visitor.cookie.replace('__Host-', '')
    assert.equal((await planted.send('GET', '/session')).status, 401)
  })

  it('gets no details after a wrong password, and is locked out after five', async () => {
    const other = new Visitor(app)
    const wrong = { email: 'nobody@example.com', password: 'not this one' }
    const unknown = await other.send('POST', '/session', wrong)
    const known = await other.send('POST', '/session', { email: ada.email, password: 'not this one' })
    assert.deepEqual([unknown.status, unknown.body], [known.status, known.body])
    for (let attempt = 0; attempt < 4; attempt++) await other.send('POST', '/session', wrong)
    assert.equal((await other.send('POST', '/session', wrong)).status, 429)
    const right = await other.send('POST', '/session', { email: ada.email, password })
    assert.equal(right.status, 200)
  })

  it('changes the password, and every other session ends', async () => {
    const elsewhere = new Visitor(app)
    await elsewhere.send('POST', '/session', { email: ada.email, password })
    const change = { password, new_password: 'another passphrase' }
    assert.equal((await visitor.send('POST', '/session/password', change)).status, 200)
    assert.equal((await elsewhere.send('GET', '/session')).status, 401)
    assert.equal((await visitor.send('GET', '/session')).status, 200)
    const back = { password: 'another passphrase', new_password: password }
    assert.equal((await visitor.send('POST', '/session/password', back)).status, 200)
  })

  it('signs out', async () => {
    const other = new Visitor(app)
    await other.send('POST', '/session', { email: ada.email, password })
    const { cookie } = other
    assert.equal((await other.send('DELETE', '/session')).status, 200)
    other.cookie = cookie
    assert.equal((await other.send('GET', '/session')).status, 401)
  })

  it('makes more workspaces and switches between them; each has its own entities', async () => {
    const first = (await visitor.send('GET', '/session')).body.workspace.id
    const created = await visitor.send('POST', '/workspaces', { name: 'Research' })
    assert.equal(created.body.workspace.name, 'Research')
    await visitor.send('POST', '/folders', { name: 'Only here' })
    assert.equal((await visitor.send('PATCH', '/session', { workspace_id: first })).status, 200)
    const { body } = await visitor.send('GET', '/folders/entities')
    assert.doesNotMatch(JSON.stringify(body), /Only here/)
    assert.equal((await visitor.send('PATCH', '/session', { workspace_id: 987_654 })).status, 404)
  })
})

describe('members', () => {
  let app: TestApp
  let ada: Visitor
  before(async () => {
    const started = await startWithAda()
    app = started.app
    ada = started.visitor
  })
  after(() => app.close())

  const join = (email: string, role: string) => joinAs(app, ada, email, role)

  it('may call exactly the operations of their role', async () => {
    const publication = {
      prompt_template: { prompt_name: 'roles' },
      prompt_version: { prompt_template: { type: 'completion', content: [{ type: 'text', text: 'hi' }] } },
    }
    const publish = (visitor: Visitor, more = {}) =>
      fetch(`${app.baseUrl}/rest/prompt-templates`, {
        method: 'POST',
        headers: { cookie: visitor.cookie, origin: app.baseUrl, 'content-type': 'application/json' },
        body: JSON.stringify({ ...publication, ...more }),
      })
    const viewer = await join('viewer@example.com', 'viewer')
    const contributor = await join('contributor@example.com', 'contributor')
    const publisher = await join('publisher@example.com', 'publisher')
    assert.equal((await publish(viewer.visitor)).status, 403)
    const published = await publish(contributor.visitor)
    assert.equal(published.status, 200)
    const { id } = (await published.json()) as { id: number }
    assert.equal((await publish(contributor.visitor, { release_labels: ['prod'] })).status, 403)
    assert.equal((await publish(publisher.visitor, { release_labels: ['prod'] })).status, 200)
    for (const { visitor } of [viewer, contributor, publisher])
      assert.equal((await visitor.send('POST', '/api-keys', { name: 'mine' })).status, 403)
    const key = (await ada.send('POST', '/api-keys', { name: 'reader', role: 'viewer' })).body.key
    const headers = { 'x-api-key': key }
    assert.equal((await new Visitor(app).send('GET', '/session', undefined, headers)).body.role, 'viewer')
    assert.equal((await new Visitor(app).send('POST', '/folders', { name: 'x' }, headers)).status, 403)
    const read = await fetch(`${app.baseUrl}/prompt-templates/${id}`, { method: 'POST', headers })
    assert.equal(read.status, 200)
  })

  /** A client with a new key of this role. */
  const keyOf = async (role: string) =>
    apiOf(app.baseUrl, (await ada.send('POST', '/api-keys', { name: `a ${role}`, role })).body.key)

  it('revoke the key of the call itself only with a confirmation', async () => {
    const { api_key, key } = (await ada.send('POST', '/api-keys', { name: 'short', role: 'admin' })).body
    const api = apiOf(app.baseUrl, key)
    const path = `/api/public/v2/api-keys/${api_key.id}`
    assert.equal((await api.delete(path)).status, 400)
    assert.equal((await api.delete(`${path}?confirm=true`)).status, 200)
    assert.equal((await api.get('/api/public/v2/api-keys')).status, 401)
  })

  it('move labels of workflows as publishers, and make versions of them as contributors', async () => {
    const contributor = await keyOf('contributor')
    const publisher = await keyOf('publisher')
    const creation = { name: 'guarded', ...topic, nodes: [joinNode('only', ['topic'], output)] }
    const addition = { ...creation, name: undefined, workflow_name: 'guarded' }
    const labelled = { release_labels: ['prod'] }
    const create = (api: Api, body: object) => api.post('/rest/workflows', body)
    const patch = (api: Api, body: object) =>
      api.patch('/rest/workflows/guarded', { base_version: 1, ...body })
    assert.equal((await create(contributor, { ...creation, ...labelled })).status, 403)
    assert.equal((await create(contributor, creation)).status, 201)
    assert.equal((await create(contributor, { ...addition, ...labelled })).status, 403)
    assert.equal((await patch(contributor, labelled)).status, 403)
    assert.equal((await patch(contributor, {})).status, 201)
    assert.deepEqual((await publisher.get('/workflows/guarded/labels')).body.release_labels, [])
    assert.equal((await create(publisher, { ...addition, ...labelled })).status, 201)
    assert.equal((await patch(publisher, labelled)).status, 201)
  })

  it('move labels of skill collections as publishers', async () => {
    const contributor = await keyOf('contributor')
    const path = '/api/public/v2/skill-collections'
    assert.equal((await contributor.post(path, { name: 'guarded' })).status, 201)
    const save = (api: Api, body: object) =>
      api.post(`${path}/guarded/versions`, { commit_message: 'again', ...body })
    assert.equal((await save(contributor, { release_label: 'prod' })).status, 403)
    assert.equal((await save(contributor, {})).status, 201)
    assert.equal((await save(await keyOf('publisher'), { release_label: 'prod' })).status, 201)
  })

  it('are changed and removed by admins; the last admin stays', async () => {
    const { visitor, id } = await join('grace@example.com', 'admin')
    const { members } = (await ada.send('GET', '/members')).body
    const own = members.find((member: { person: { name: string } }) => member.person.name === 'Ada').person.id
    // Two admins remove each other's role at the same time; one of them stays admin.
    const statuses = await Promise.all([
      ada.send('PATCH', `/members/${id}`, { role: 'viewer' }),
      visitor.send('PATCH', `/members/${own}`, { role: 'viewer' }),
    ])
    const codes = statuses.map(({ status }) => status).sort()
    assert.deepEqual(codes[0], 200)
    assert.ok(codes[1] === 409 || codes[1] === 403, String(codes))
    const admin = statuses[0]!.status === 200 ? ada : visitor
    const removed = statuses[0]!.status === 200 ? visitor : ada
    const other = statuses[0]!.status === 200 ? id : own
    assert.equal((await admin.send('DELETE', `/members/${other}`)).status, 200)
    assert.equal((await removed.send('GET', '/session')).status, 401)
    if (admin === ada) return
    ada = admin
    await app.context.store.transact((tx) =>
      tx.updateTable('people').set({ may_make_workspaces: 1 }).where('id', '=', id).execute(),
    )
  })

  it('join once by a link that can be withdrawn and expires', async () => {
    const { token } = await join('once@example.com', 'viewer')
    const again = await new Visitor(app).send('POST', '/invitations/accept', { token, name: 'x', password })
    assert.equal(again.status, 404)
    const invited = (await ada.send('POST', '/invitations', { email: 'w@example.com', role: 'viewer' })).body
    assert.equal(
      (await ada.send('POST', '/invitations', { email: 'W@example.com', role: 'viewer' })).status,
      409,
    )
    assert.equal((await ada.send('DELETE', `/invitations/${invited.invitation.id}`)).status, 200)
    const late = await new Visitor(app).send('POST', '/invitations/accept', {
      token: invited.token,
      name: 'x',
      password,
    })
    assert.equal(late.status, 404)
  })

  it('get a new link, with which the old one ends', async () => {
    const read = (token: string) => new Visitor(app).send('POST', '/invitations/read', { token })
    const invitation = (await ada.send('POST', '/invitations', { email: 'lost@example.com', role: 'viewer' }))
      .body
    const renew = `/invitations/${invitation.invitation.id}/renew`
    const { status, body } = await ada.send('POST', renew)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.invitation.id, body.path], [invitation.invitation.id, `/join#${body.token}`])
    assert.ok(body.invitation.expires_at > invitation.invitation.expires_at)
    assert.deepEqual([(await read(invitation.token)).status, (await read(body.token)).status], [404, 200])
    const { visitor } = await join('cannot-renew@example.com', 'publisher')
    assert.equal((await visitor.send('POST', renew)).status, 403)
    assert.equal((await ada.send('DELETE', `/invitations/${invitation.invitation.id}`)).status, 200)
    assert.equal((await ada.send('POST', renew)).status, 404)
  })

  it('cannot join by a link that is replaced or withdrawn meanwhile', async () => {
    const { store } = app.context
    /** Sends a call while a transaction changes the invitation; the call has read it before the change is committed. */
    const during = async (change: (tx: Tx) => Promise<unknown>, send: () => ReturnType<Visitor['send']>) => {
      const sent = await store.transact(async (tx) => {
        await change(tx)
        const answer = send()
        await sleep(1_000)
        return { answer }
      })
      return (await sent.answer).status
    }
    const invite = async (email: string) =>
      (await ada.send('POST', '/invitations', { email, role: 'viewer' })).body
    const { token, invitation } = await invite('replaced@example.com')
    const accept = () =>
      new Visitor(app).send('POST', '/invitations/accept', { token, name: 'Replaced', password })
    const replace = (tx: Tx) =>
      tx.updateTable('invitations').set({ token_hash: 'replaced' }).where('id', '=', invitation.id).execute()
    assert.equal(await during(replace, accept), 404)
    const renew = () => ada.send('POST', `/invitations/${invitation.id}/renew`)
    const withdraw = (tx: Tx) => tx.deleteFrom('invitations').where('id', '=', invitation.id).execute()
    assert.equal(await during(withdraw, renew), 404)
  })

  it('read an invitation with its token alone', async () => {
    const read = (token: string) => new Visitor(app).send('POST', '/invitations/read', { token })
    const invite = async (email: string) =>
      (await ada.send('POST', '/invitations', { email, role: 'publisher' })).body
    const { token, invitation } = await invite('Next@example.com')
    const { status, body } = await read(token)
    assert.equal(status, 200, JSON.stringify(body))
    const session = (await ada.send('GET', '/session')).body
    assert.deepEqual(body, {
      success: true,
      workspace: { name: session.workspace.name },
      email: 'next@example.com',
      role: 'publisher',
      // One of the two admins remained after each tried to remove the other's role.
      invited_by: session.person.name,
      expires_at: invitation.expires_at,
      has_account: false,
    })
    for (const wrong of ['', 'x', invitation.id, token.slice(1)])
      assert.equal((await read(wrong)).status, 404)
    const accept = { token, name: 'Next', password }
    assert.equal((await new Visitor(app).send('POST', '/invitations/accept', accept)).status, 200)
    assert.equal((await read(token)).status, 404)
    const { workspace } = (await ada.send('POST', '/workspaces', { name: 'Second' })).body
    assert.equal(workspace.name, 'Second')
    const again = await read((await invite('next@example.com')).token)
    assert.deepEqual([again.body.workspace.name, again.body.has_account], ['Second', true])
    const byKey = { email: 'by-key@example.com', role: 'viewer' }
    const invitedByKey = (await app.api.post('/api/public/v2/invitations', byKey)).body
    assert.equal((await read(invitedByKey.token)).body.invited_by, null)
    const { audit_events } = (await ada.send('GET', '/audit-events?limit=100')).body
    assert.ok(audit_events.every(({ operation }: { operation: string }) => operation !== 'read_invitation'))
    await ada.send('PATCH', '/session', { workspace_id: 1 })
  })

  it('write an audit event of every change: actor, entity, values before and after, and no secret', async () => {
    const variable = await ada.send('POST', '/env-vars', { key: 'TOKEN', value: 'canary-secret-value' })
    const id = variable.body.workspace_env_var.id
    await ada.send('PATCH', `/env-vars/${id}`, { value: 'canary-second-value' })
    const set = await ada.send('POST', '/input-variable-sets', { name: 'before', variables: { a: 1 } })
    const setId = set.body.input_variable_set.id
    await ada.send('PATCH', `/input-variable-sets/${setId}`, { name: 'after' })
    const refused = await ada.send('PATCH', `/input-variable-sets/${setId}`, { name: '' })
    assert.equal(refused.status, 422)
    const { audit_events } = (await ada.send('GET', '/audit-events?limit=4')).body
    const [change] = audit_events
    assert.equal(change.operation, 'update_input_variable_set')
    assert.equal(change.actor.kind, 'person')
    assert.deepEqual(change.params, { input_variable_set_id: setId })
    assert.deepEqual(change.given, { name: 'after' })
    assert.equal(change.before.input_variable_set.name, 'before')
    assert.equal(change.after.input_variable_set.name, 'after')
    const rows = await app.context.store.db.selectFrom('audit_events').selectAll().execute()
    const all = JSON.stringify(rows)
    for (const secret of ['canary', password, 'token_hash']) assert.ok(!all.includes(secret), secret)
    const page = (await ada.send('GET', `/audit-events?limit=2&before_id=${audit_events[1].id}`)).body
    assert.deepEqual(
      page.audit_events.map((event: { id: number }) => event.id),
      audit_events.slice(2, 4).map((event: { id: number }) => event.id),
    )
  })

  it('search changes by words of the entity, and by the person who changed it', async () => {
    const createdKey = (await ada.send('POST', '/api-keys', { name: '100%_needle', role: 'viewer' })).body
      .api_key
    assert.equal((await ada.send('DELETE', `/api-keys/${createdKey.id}`)).status, 200)
    const eventsOf = async (query: string) => {
      const events = []
      for (let before = ''; ; ) {
        const { body } = await ada.send('GET', `/audit-events?${query}${before}&limit=1`)
        events.push(...body.audit_events)
        if (body.next_before_id === null) return events
        before = `&before_id=${body.next_before_id}`
      }
    }
    // A key cannot be read by itself, so its earlier state in the event is its item in the list of keys.
    const keyEvents = await eventsOf(`q=${encodeURIComponent('100%_NEEDLE')}`)
    assert.deepEqual(
      keyEvents.map(({ operation }) => operation),
      ['revoke_api_key', 'create_api_key'],
    )
    assert.deepEqual([keyEvents[0].before.name, keyEvents[0].before.id], ['100%_needle', createdKey.id])
    const { id } = (await ada.send('GET', '/session')).body.person
    assert.equal((await eventsOf(`q=needle&actor_id=${id}`)).length, 2)
    assert.deepEqual(await eventsOf('q=needle&actor_id=another'), [])
    assert.deepEqual(await eventsOf('q=nothing%20has%20this'), [])
  })

  it('search changes in a time range, and export them in pages', async () => {
    const { store } = app.context
    const { audit_events: newest } = (await ada.send('GET', '/audit-events?limit=1')).body
    const { workspace } = (await ada.send('GET', '/session')).body
    // Three changes of a day in 2020, and one whose process had a clock that was behind.
    const at = Date.UTC(2020, 0, 1)
    const event = { actor_kind: 'nobody', actor_id: '', actor_name: '', operation: 'of_2020' } as const
    const texts = { params: '{}', before: 'null', after: null }
    const exact = '{"id":12345678901234567890}'
    const later = Array.from({ length: 120 }, (_, index) => 100_000 + index)
    const times = [0, 1_000, -5_000, 2_000, ...later].map((offset) => at + offset)
    const rows = times.map((time, index) => ({
      workspace_id: workspace.id,
      id: newest[0].id + 1_000 + index,
      at: time,
      ...event,
      ...texts,
      given: index === 0 ? exact : JSON.stringify(`=${'x'.repeat(index)}`),
    }))
    await store.transact(async (tx) => void (await tx.insertInto('audit_events').values(rows).execute()))
    const iso = (offset: number) => new Date(at + offset).toISOString()
    const since = (from: number, to: number) => `since=${iso(from)}&until=${iso(to)}`
    const offsetsOf = async (query: string) => {
      const { status, body } = await ada.send('GET', `/audit-events?${query}`)
      assert.equal(status, 200)
      return body.audit_events.map(({ id }: { id: number }) => id - rows[0]!.id)
    }
    assert.deepEqual(await offsetsOf(since(0, 2_000)), [1, 0])
    assert.deepEqual(await offsetsOf(since(-5_000, 1)), [2, 0])
    assert.deepEqual(await offsetsOf(`${since(-5_000, 1)}&q=xx`), [2])
    assert.deepEqual(await offsetsOf(since(3_000, 4_000)), [])
    assert.equal((await ada.send('GET', '/audit-events?since=yesterday')).status, 422)

    const file = async (query: string) => {
      const answer = await fetch(`${app.baseUrl}/api/public/v2/audit-events/export?${query}`, {
        headers: { cookie: ada.cookie },
      })
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('content-disposition')!, /audit-log\.(jsonl|csv)/)
      return (await answer.text()).trim().split(/\r?\n/)
    }
    const all = await file('')
    assert.ok(all.length > 50, 'several pages')
    const ids = all.map((line) => JSON.parse(line).id)
    assert.deepEqual(
      ids,
      [...new Set(ids)].toSorted((a, b) => b - a),
    )
    assert.ok(ids.includes(newest[0].id) && ids.includes(rows[3]!.id))
    assert.deepEqual(await file(`before_id=${ids[9]}`), all.slice(10))
    assert.ok(all.some((line) => line.includes(`"given":${exact}`)))
    const table = await file(`format=csv&${since(0, 2_000)}`)
    assert.equal(table[0], 'id,at,actor,operation,params,given,before,after')
    assert.equal(table.length, 3)
    assert.match(table[1]!, /,'=x,/)
    const words = await file('q=of_2020')
    assert.equal(words.length, rows.length)
    const { visitor: viewer } = await joinAs(app, ada, 'no-admin@example.com', 'publisher')
    assert.equal((await viewer.send('GET', '/audit-events/export')).status, 403)
  })
})
