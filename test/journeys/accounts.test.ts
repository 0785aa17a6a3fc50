import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../src/server/config/config.ts'
import type { Tx } from '../../src/server/db/index.ts'
import { readProviderEnvironment } from '../../src/server/model/index.ts'
import { changeAccount, closeAccount, resetPassword } from '../../src/server/people/index.ts'
import { hashApiKey } from '../../src/server/workspaces/api-key.ts'
import { startFakeModels } from '../fake-models/index.ts'
import { apiOf } from '../kit/api.ts'
import { appOfSuite, type TestApp } from '../kit/app.ts'
import { ada as adaFacts, joinAs, password, startWithAda, Visitor } from './support/browser-api.ts'
import { subscribeToRuns } from './support/run-socket.ts'

type Event = { operation: string; actor: { kind: string; name: string }; given: Record<string, unknown> }

describe('accounts', () => {
  let app: TestApp
  let ada: Visitor
  let home: number
  let models: Awaited<ReturnType<typeof startFakeModels>>
  before(async () => {
    models = await startFakeModels()
    const started = await startWithAda({}, { providers: readProviderEnvironment(models.environment()) })
    app = started.app
    ada = started.visitor
    home = started.answer.body.workspace.id
  })
  after(async () => {
    await app.close()
    await models.close()
  })

  const events = async (operation: string): Promise<Event[]> =>
    (await ada.send('GET', `/audit-events?limit=200&operation=${operation}`)).body.audit_events
  const signIn = (visitor: Visitor, body: object, headers?: Record<string, string>) =>
    visitor.send('POST', '/session', body, headers)

  it('are not opened by forms and pages of other sites', async () => {
    const right = { email: adaFacts.email, password }
    const refused = async (headers: Record<string, string>, status: number) => {
      const reply = await signIn(new Visitor(app), right, headers)
      assert.deepEqual(
        [reply.status, reply.headers.get('set-cookie')],
        [status, null],
        JSON.stringify(headers),
      )
    }
    await refused({ 'content-type': 'text/plain' }, 422)
    await refused({ 'content-type': 'application/x-www-form-urlencoded' }, 422)
    await refused({ origin: 'https://evil.example' }, 403)
    await refused({ origin: 'null' }, 403)
    await refused({ 'sec-fetch-site': 'cross-site' }, 403)
    await refused({ 'sec-fetch-site': 'same-site' }, 403)
    for (const [path, body] of [
      ['/setup', { code: 'x', name: 'Eve', email: 'eve@example.com', password }],
      ['/invitations/read', { token: 'x' }],
      ['/invitations/accept', { token: 'x', name: 'Eve', password }],
    ] as const) {
      const foreign = await new Visitor(app).send('POST', path, body, { origin: 'https://evil.example' })
      assert.equal(foreign.status, 403, path)
      const form = await new Visitor(app).send('POST', path, body, { 'content-type': 'text/plain' })
      assert.equal(form.status, 422, path)
    }
    // A program sends neither Origin nor Sec-Fetch-Site.
    const program = await apiOf(app.baseUrl, null).post('/api/public/v2/session', right)
    assert.equal(program.status, 200)
  })

  it('check five passwords of a burst', async () => {
    await joinAs(app, ada, 'burst@example.com', 'viewer')
    const wrong = { email: 'burst@example.com', password: 'not this one' }
    const replies = await Promise.all(Array.from({ length: 60 }, () => signIn(new Visitor(app), wrong)))
    const statuses = Map.groupBy(replies, ({ status }) => status)
    assert.deepEqual([...statuses.keys()].sort(), [401, 429])
    assert.equal(statuses.get(401)!.length, 5)
    assert.equal(statuses.get(429)![0]!.headers.get('retry-after'), '900')
    const right = await signIn(new Visitor(app), { email: 'burst@example.com', password })
    assert.equal(right.status, 429)
  })

  it('write sign-ins to the audit log, and few events for failed sign-ins', async () => {
    const [setUp] = await events('set_up')
    assert.deepEqual([setUp!.actor.name, setUp!.given['email']], ['Ada', adaFacts.email])
    const joined = await events('accept_invitation')
    assert.ok(joined.some(({ given }) => given['email'] === 'burst@example.com'))
    const [last] = await events('sign_in')
    assert.deepEqual([last!.actor.name, last!.given['by']], ['Ada', 'password'])
    const failed = await events('sign_in_failed')
    assert.equal(failed.length, 5)
    assert.ok(failed.every(({ actor }) => actor.kind === 'nobody'))
    assert.equal(failed.filter(({ given }) => given['locked_minutes'] === 15).length, 1)
    // A person may type the password into the address field by mistake.
    await signIn(new Visitor(app), { email: 'my secret passphrase', password: 'x' })
    assert.ok(!JSON.stringify(await events('sign_in_failed')).includes('my secret passphrase'))
    await app.context.store.transact((tx) =>
      tx.updateTable('sign_in_attempts').set({ failures: 99 }).where('subject', 'like', 'log:%').execute(),
    )
    for (const name of ['one', 'two', 'three'])
      await signIn(new Visitor(app), { email: `${name}@example.com`, password: 'wrong' })
    const bounded = await events('sign_in_failed')
    assert.equal(bounded.length, 7)
    assert.match(String(bounded[0]!.given['further']), /not recorded/)
  })

  it('may create workspaces with that permission; a workspace uses the keys of the server if granted', async () => {
    const { visitor, id } = await joinAs(app, ada, 'maker@example.com', 'viewer')
    assert.equal((await visitor.send('POST', '/workspaces', { name: 'Mine' })).status, 403)
    assert.equal((await visitor.send('GET', '/accounts')).status, 403)
    assert.equal((await visitor.send('GET', '/installation/workspaces')).status, 403)
    const firstGrant = await ada.send('PATCH', `/accounts/${id}`, { may_make_workspaces: true })
    assert.equal(firstGrant.body.account.may_make_workspaces, true, JSON.stringify(firstGrant.body))
    const created = await visitor.send('POST', '/workspaces', { name: 'Mine' })
    assert.equal(created.status, 201)
    const workspace = created.body.workspace.id
    const publication = {
      prompt_template: { prompt_name: 'hello' },
      prompt_version: {
        prompt_template: { type: 'completion', content: [{ type: 'text', text: 'hi' }] },
        metadata: { model: { provider: 'openai', name: 'gpt-3.5-turbo-instruct', parameters: {} } },
      },
    }
    assert.equal((await visitor.sendTo('POST', '/rest/prompt-templates', publication)).status, 200)
    const run = () => visitor.sendTo('POST', '/api/public/v2/prompt-templates/run', { prompt_name: 'hello' })
    const refused = await run()
    assert.equal(refused.status, 422)
    assert.match(refused.body.message, /may not use the provider keys of the server/)
    const path = `/installation/workspaces/${workspace}`
    assert.equal((await ada.send('PATCH', path, { provider_keys: true })).status, 200)
    assert.equal((await run()).status, 200)
    const own = await ada.send('POST', '/workspaces', { name: 'Of the admin' })
    const refusedOwn = await ada.send('POST', '/workspaces', { name: 'Without', provider_keys: false })
    await ada.send('PATCH', '/session', { workspace_id: home })
    const { workspaces } = (await ada.send('GET', '/installation/workspaces')).body
    const granted = new Map(
      workspaces.map((workspace: { id: number; provider_keys: boolean }) => [
        workspace.id,
        workspace.provider_keys,
      ]),
    )
    assert.deepEqual(
      [home, workspace, own.body.workspace.id, refusedOwn.body.workspace.id].map((one) => granted.get(one)),
      [true, true, true, false],
    )
    const grants = await events('update_installation_workspace')
    assert.deepEqual(grants[0]!.given, { provider_keys: true })
  })

  it('end at once: sessions, streams, websockets, personal keys, memberships', async () => {
    const { visitor, id } = await joinAs(app, ada, 'leaver@example.com', 'admin')
    await ada.send('PATCH', `/accounts/${id}`, { may_make_workspaces: true })
    const personal = (
      await visitor.send('POST', '/api-keys', { name: 'mine', role: 'admin', personal: true })
    ).body
    const shared = (await visitor.send('POST', '/api-keys', { name: 'the shop' })).body
    assert.equal(personal.api_key.owner.id, id)
    assert.equal((await app.api.post('/api/public/v2/api-keys', { name: 'x', personal: true })).status, 422)
    const alone = (await visitor.send('POST', '/workspaces', { name: 'Alone' })).body.workspace.id
    const stream = await fetch(`${app.baseUrl}/api/public/v2/events?stream=true`, {
      headers: { cookie: visitor.cookie },
    })
    const token = await visitor.sendTo('POST', '/ws-token-request-library?capability=workflow_updates:1')
    const { socket } = await subscribeToRuns(
      app.baseUrl,
      'workflow_updates:1',
      token.body.token_details.token,
    )
    const closed = once(socket, 'close')
    assert.equal((await ada.send('PATCH', `/accounts/${id}`, { closed: true })).status, 200)
    assert.equal((await visitor.send('GET', '/session')).status, 401)
    const withKey = (key: string) => apiOf(app.baseUrl, key).get('/api/public/v2/session')
    assert.equal((await withKey(personal.key)).status, 401)
    assert.equal((await withKey(shared.key)).status, 200)
    assert.equal((await signIn(new Visitor(app), { email: 'leaver@example.com', password })).status, 401)
    assert.equal((await closed)[0], 3500)
    assert.match(await stream.text(), /event: error/)
    const session = (await ada.send('GET', '/session')).body
    assert.ok(
      session.workspaces.some(
        (workspace: { id: number; role: string }) => workspace.id === alone && workspace.role === 'admin',
      ),
    )
    const invited = await ada.send('POST', '/invitations', { email: 'leaver@example.com', role: 'viewer' })
    assert.equal(invited.status, 409)
    assert.equal((await ada.send('PATCH', `/accounts/${session.person.id}`, { closed: true })).status, 409)
    assert.ok((await events('update_account')).some(({ given }) => given['closed'] === true))
    const reopened = await ada.send('PATCH', `/accounts/${id}`, { closed: false })
    assert.deepEqual([reopened.body.account.closed_at, reopened.body.account.workspaces], [null, []])
    const again = await signIn(new Visitor(app), { email: 'leaver@example.com', password })
    assert.equal(again.status, 403)
    assert.equal((await visitor.send('GET', '/session')).status, 401)
  })

  it('get a new password from the operator, which ends their sessions', async () => {
    const email = 'forgetful@example.com'
    const { visitor } = await joinAs(app, ada, email, 'viewer')
    const { store } = app.context
    const reset = await resetPassword(store, email)
    assert.equal(reset.email, email)
    assert.equal((await visitor.send('GET', '/session')).status, 401)
    const signedIn = (text: string) => signIn(new Visitor(app), { email, password: text })
    assert.equal((await signedIn(password)).status, 401)
    assert.equal((await signedIn(reset.password)).status, 200)
    await assert.rejects(resetPassword(store, 'stranger@example.com'), /there is no account/)
    const closed = (tx: Tx, person: string) => closeAccount(tx, { person, heir: null, now: Date.now() })
    await changeAccount(store, email, closed)
    await assert.rejects(resetPassword(store, email), /is closed; first run "galley account reopen/)
    assert.equal((await signedIn(reset.password)).status, 401)
  })

  it('change the role of their personal keys with their own, and end the keys when they leave', async () => {
    const { visitor, id } = await joinAs(app, ada, 'lowered@example.com', 'admin')
    const { key } = (await visitor.send('POST', '/api-keys', { name: 'mine', role: 'admin', personal: true }))
      .body
    const session = () => apiOf(app.baseUrl, key).get('/api/public/v2/session')
    await ada.send('PATCH', `/members/${id}`, { role: 'viewer' })
    assert.equal((await session()).body.role, 'viewer')
    await ada.send('DELETE', `/members/${id}`)
    assert.equal((await session()).status, 401)
  })

  it('have no personal key after they are removed or demoted while they make one', async () => {
    for (const end of [
      (id: string) => ada.send('DELETE', `/members/${id}`),
      (id: string) => ada.send('PATCH', `/members/${id}`, { role: 'viewer' }),
      (id: string) => ada.send('PATCH', `/accounts/${id}`, { closed: true }),
    ])
      for (let round = 0; round < 3; round++) {
        const { visitor, id } = await joinAs(app, ada, `racer-${randomUUID()}@example.com`, 'admin')
        const make = () => visitor.send('POST', '/api-keys', { name: 'mine', role: 'admin', personal: true })
        const [, ...made] = await Promise.all([end(id), ...Array.from({ length: 6 }, make)])
        for (const { status, body } of made) {
          assert.ok([201, 401, 403].includes(status), JSON.stringify(body))
          if (status !== 201) continue
          const session = await apiOf(app.baseUrl, body.key).get('/api/public/v2/session')
          assert.ok(session.status === 401 || session.body.role === 'viewer', JSON.stringify(session.body))
        }
      }
  })

  it('are refused in a burst of sign-ins before anything is written', async () => {
    const emails = Array.from({ length: 100 }, (_, number) => `spray-${number}@example.com`)
    const replies = await Promise.all(
      emails.map((email) => signIn(new Visitor(app), { email, password: 'not this one' })),
    )
    const statuses = Map.groupBy(replies, ({ status }) => status)
    assert.deepEqual([...statuses.keys()].sort(), [401, 503])
    const attempts = await app.context.store.db
      .selectFrom('sign_in_attempts')
      .select('subject')
      .where('subject', 'like', 'spray-%')
      .execute()
    assert.equal(attempts.length, statuses.get(401)!.length)
  })
})

describe('keys', () => {
  let clockOffset = 0
  const app = appOfSuite({ now: () => Date.now() + clockOffset }, { trustProxy: 1 })

  it('over their rate get the time to retry', async () => {
    const keys = '/api/public/v2/api-keys'
    const { key, api_key } = (await app.api.post(keys, { name: 'slow', requests_per_minute: 2 })).body
    assert.equal(api_key.requests_per_minute, 2)
    const slow = apiOf(app.baseUrl, key)
    const calls = [
      () => slow.get('/api/public/v2/session'),
      () => slow.post('/log-request', {}),
      () => slow.get('/api/public/v2/session'),
      () => apiOf(app.baseUrl, null).post('/library-track-score', { api_key: key, request_id: 1, score: 1 }),
      () => slow.post('/v1/traces', {}),
    ]
    const statuses = []
    for (const make of calls) statuses.push((await make()).status)
    assert.deepEqual(statuses, [200, 422, 429, 429, 429])
    const refused = await slow.get('/api/public/v2/session')
    const retryAfter = Number(refused.headers.get('retry-after'))
    assert.ok(retryAfter > 0 && retryAfter <= 30, String(retryAfter))
    assert.match(refused.body.message, /2 calls a minute/)
    assert.equal((await app.api.patch(`${keys}/${api_key.id}`, { requests_per_minute: 0 })).status, 200)
    assert.equal((await slow.get('/api/public/v2/session')).status, 200)
    for (const rate of [-1, 1.5, 600_001, '5'])
      assert.equal((await app.api.patch(`${keys}/${api_key.id}`, { requests_per_minute: rate })).status, 422)
  })

  it('and passwords are not refused for an hour because the clock was set back by an hour', async () => {
    const { key } = (
      await app.api.post('/api/public/v2/api-keys', { name: 'limited', requests_per_minute: 60 })
    ).body
    const call = async () => (await apiOf(app.baseUrl, key).get('/api/public/v2/session')).status
    const wrong = { email: 'early@example.com', password: 'wrong' }
    const signIn = async () => (await apiOf(app.baseUrl, null).post('/api/public/v2/session', wrong)).status
    assert.equal(await call(), 200)
    for (let attempt = 0; attempt < 5; attempt++) assert.equal(await signIn(), 401)
    assert.equal(await signIn(), 429)
    clockOffset = -3_600_000
    assert.deepEqual([await call(), await signIn()], [200, 401])
    clockOffset = 0
  })

  it('are at most a thousand a workspace', async () => {
    const { id, api } = await app.newWorkspace()
    const rows = Array.from({ length: 999 }, (_, index) => ({
      hash: hashApiKey(`key ${index}`),
      id: 1_000_000 + index,
      workspace_id: id,
      name: 'filler',
      suffix: '',
      created_at: 1,
      last_used_at: null,
      revoked_at: null,
      role: 'viewer' as const,
      created_by: null,
      requests_per_minute: null,
      owner_id: null,
    }))
    await app.context.store.transact(async (tx) => {
      for (let from = 0; from < rows.length; from += 100)
        await tx
          .insertInto('api_keys')
          .values(rows.slice(from, from + 100))
          .execute()
    })
    const refused = await api.post('/api/public/v2/api-keys', { name: 'one more' })
    assert.equal(refused.status, 422)
    assert.match(refused.body.message, /at most 1000 live keys/)
    await api.delete('/api/public/v2/api-keys/1000000')
    assert.equal((await api.post('/api/public/v2/api-keys', { name: 'one more' })).status, 201)
  })

  it('and passwords are counted by the address that the proxy names last', async () => {
    const wrong = { email: 'nobody@example.com', password: 'wrong' }
    const from = (forwarded: string) =>
      apiOf(app.baseUrl, null).post('/api/public/v2/session', wrong, { 'x-forwarded-for': forwarded })
    // The client may send any entries; the proxy adds the last entry.
    for (let attempt = 0; attempt < 5; attempt++)
      assert.equal((await from(`203.0.113.${attempt}, 192.0.2.7:${4000 + attempt}`)).status, 401)
    assert.equal((await from('203.0.113.9, 192.0.2.7')).status, 429)
    assert.equal((await from('192.0.2.7, 192.0.2.8')).status, 401)
    const trusts = (value: string) => readConfig({ GALLEY_TRUST_PROXY: value }).trustProxy
    assert.deepEqual(
      [trusts(''), trusts('off'), trusts('2'), trusts('10.0.0.0/8, ::1')],
      [null, null, 2, ['10.0.0.0/8', '::1']],
    )
    for (const wrongly of ['11', 'yes', '10.0.0.0/33', '10.0.0.0/0', 'proxy.example'])
      assert.throws(() => trusts(wrongly), /GALLEY_TRUST_PROXY/)
    assert.throws(() => readConfig({ GALLEY_KEY_REQUESTS_PER_MINUTE: 'many' }), /whole number/)
  })
})
