import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Api, apiOf } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'
import { joinAs, startWithAda, type Visitor } from './support/browser-api.ts'
import { assertRefused, publication, publish, readRaw, userChat } from './support/templates.ts'

const protectedLabels = '/api/public/v2/protected-labels'
const requests = '/api/public/v2/release-requests'

describe('releases', () => {
  let app: TestApp
  let ada: Visitor
  let admin: Api
  let publisher: Api
  let contributor: Api
  before(async () => {
    const started = await startWithAda()
    app = started.app
    ada = started.visitor
    const keyOf = async (role: string) =>
      apiOf(app.baseUrl, (await ada.send('POST', '/api-keys', { name: `a ${role}`, role })).body.key)
    ;[admin, publisher, contributor] = [
      await keyOf('admin'),
      await keyOf('publisher'),
      await keyOf('contributor'),
    ]
    for (const body of [{ name: 'prod' }, { name: 'launch', takes_two: true }])
      assert.equal((await admin.post(protectedLabels, body)).status, 201)
  })
  after(() => app.close())

  let number = 0
  /** A prompt with versions 1 and 2, and the label on version 1. */
  const fresh = async (label = 'prod') => {
    const name = `released ${++number}`
    const { id } = await publish(admin, name, userChat('one'))
    await publish(admin, name, userChat('two'))
    const put = async (version: number) => {
      const request = await ask(contributor, id, version, label)
      const decided = await ada.send('POST', `/release-requests/${request}/decision`, {
        decision: 'approved',
      })
      assert.equal(decided.status, 200, JSON.stringify(decided.body))
      return decided.body.release_request
    }
    await put(1)
    return { name, id: id as number, put }
  }
  const ask = async (api: Api, prompt_id: number, version_number: number, label = 'prod') => {
    const reply = await api.post(requests, { prompt_id, label, version_number, note: 'shorter' })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body.release_request.id as number
  }
  const decide = (api: Api, request: number, decision: string) =>
    api.post(`${requests}/${request}/decision`, { decision, note: 'looked at it' })
  const served = async (name: string, label = 'prod') =>
    (await readRaw(contributor, name, `?label=${label}`)).version as number
  const labelOf = async (name: string) =>
    (await admin.get(`/prompt-templates/${encodeURIComponent(name)}/labels`)).body.release_labels[0]
      .release_label_id

  it('of a protected label cannot be bypassed by any other change of the label', async () => {
    const { name, id } = await fresh()
    const label = await labelOf(name)
    const free = `free ${number}`
    const { id: bare } = await publish(admin, free, userChat('one'))
    const changes: Record<string, (api: Api) => Promise<{ status: number; body: unknown }>> = {
      move: (api) => api.patch(`/prompt-labels/${label}`, { prompt_version_number: 2 }),
      delete: (api) => api.delete(`/prompt-labels/${label}`),
      create: (api) => api.post(`/prompts/${bare}/label`, { prompt_version_number: 1, name: 'prod' }),
      publish: (api) =>
        api.post('/rest/prompt-templates', publication(name, userChat('three'), { labels: ['prod'] })),
      patch: (api) =>
        api.patch(`/rest/prompt-templates/${id}`, { model_name: 'gpt-4o', release_labels: ['prod'] }),
      split: (api) =>
        api.post('/api/public/v2/dynamic-labels', {
          prompt_id: bare,
          name: 'prod',
          rules: [{ segment: null, splits: [{ version_number: 1, percentage: 100 }] }],
        }),
      'delete the template': (api) =>
        api.delete('/api/public/v2/folders/entities', {}, { entities: [{ type: 'PROMPT', id }] }),
    }
    const newestAuditEvent = async () =>
      (await admin.get('/api/public/v2/audit-events?limit=1')).body.audit_events[0].id
    const before = await newestAuditEvent()
    for (const [way, change] of Object.entries(changes)) {
      const refused = await change(publisher)
      assert.equal(refused.status, 403, `${way}: ${JSON.stringify(refused.body)}`)
    }
    assert.deepEqual([await newestAuditEvent(), await served(name)], [before, 1])
    assert.equal((await readRaw(admin, name)).version, 2)
    assert.equal((await changes['move']!(admin)).status, 200)
    assert.equal(await served(name), 2)
  })

  it('are requested, and take effect when approved', async () => {
    const { name, id } = await fresh()
    const request = await ask(contributor, id, 2)
    const { body } = await contributor.get(`${requests}/${request}`)
    const { asked_by, asked_at, prompt_version_id, ...shown } = body.release_request
    assert.deepEqual(shown, {
      id: request,
      prompt_id: id,
      prompt_name: name,
      label: 'prod',
      version_number: 2,
      current_version_number: 1,
      note: 'shorter',
      status: 'open',
      decided_by: null,
      decided_at: null,
      decision_note: null,
      may_decide: false,
      may_withdraw: true,
    })
    assert.deepEqual([asked_by.kind, asked_by.name], ['key', 'a contributor'])
    assertRefused(await contributor.post(requests, { prompt_id: id, label: 'prod', version_number: 1 }), 409)
    assert.equal((await decide(publisher, request, 'approved')).status, 403)
    assert.equal(await served(name), 1)
    const approved = (await decide(admin, request, 'approved')).body.release_request
    assert.deepEqual(
      [approved.status, approved.current_version_number, approved.decided_by.name, approved.decision_note],
      ['approved', 2, 'a admin', 'looked at it'],
    )
    assert.equal(await served(name), 2)
    assert.equal((await decide(admin, request, 'denied')).status, 409)
    assert.ok(asked_at && prompt_version_id)
  })

  it('are denied and withdrawn without moving the label', async () => {
    const { name, id } = await fresh()
    const first = await ask(contributor, id, 2)
    assert.equal((await decide(publisher, first, 'withdrawn')).status, 403)
    assert.equal((await decide(contributor, first, 'withdrawn')).body.release_request.status, 'withdrawn')
    const second = await ask(contributor, id, 2)
    assert.equal((await decide(admin, second, 'denied')).body.release_request.status, 'denied')
    assert.equal(await served(name), 1)
    const { release_requests: listed } = (await admin.get(`${requests}?prompt_id=${id}`)).body
    assert.deepEqual(
      listed.map(({ status }: { status: string }) => status),
      ['denied', 'withdrawn', 'approved'],
    )
    const page = (await admin.get(`${requests}?prompt_id=${id}&limit=1&before_id=${second}`)).body
    assert.deepEqual([page.release_requests[0].id, page.has_more], [first, true])
    assert.deepEqual((await admin.get(`${requests}?prompt_id=${id}&status=open`)).body.release_requests, [])
  })

  it('need two people if the label requires it', async () => {
    const { name, id } = await fresh('launch')
    const { visitor: ben } = await joinAs(app, ada, `ben-${number}@example.com`, 'admin')
    const label = await labelOf(name)
    assert.equal((await admin.patch(`/prompt-labels/${label}`, { prompt_version_number: 2 })).status, 403)
    const body = { prompt_id: id, label: 'launch', version_number: 2 }
    const request = (await ada.send('POST', '/release-requests', body)).body.release_request
    assert.equal(request.may_decide, false)
    const path = `/release-requests/${request.id}/decision`
    assert.equal((await ada.send('POST', path, { decision: 'approved' })).status, 403)
    assert.equal((await decide(admin, request.id, 'approved')).status, 403)
    assert.equal(await served(name, 'launch'), 1)
    assert.equal((await ben.send('POST', path, { decision: 'approved' })).status, 200)
    assert.equal(await served(name, 'launch'), 2)
  })

  it('of unprotected labels are decided by callers who may move them', async () => {
    const { id } = await publish(admin, `unprotected ${++number}`, userChat('one'))
    const request = await ask(contributor, id, 1, 'staging')
    assert.equal((await decide(contributor, request, 'approved')).status, 403)
    assert.equal((await decide(publisher, request, 'approved')).status, 200)
    assert.equal(await served(`unprotected ${number}`, 'staging'), 1)
  })

  it('of absent versions and prompts and of invalid labels are refused, and requests belong to their workspace', async () => {
    const { id } = await publish(admin, `wrong ${++number}`, userChat('one'))
    const tryAsk = (more: object) =>
      contributor.post(requests, { prompt_id: id, label: 'prod', version_number: 1, ...more })
    assertRefused(await tryAsk({ version_number: 9 }), 404)
    assertRefused(await tryAsk({ prompt_id: 987_654 }), 404)
    assertRefused(await tryAsk({ label: '' }), 422, 'body.label')
    const other = await app.newWorkspace()
    const request = await ask(contributor, id, 1)
    assert.equal((await other.api.get(`${requests}/${request}`)).status, 404)
    assert.equal((await decide(other.api, request, 'approved')).status, 404)
    assert.deepEqual((await other.api.get(protectedLabels)).body.protected_labels, [])
  })

  it('are not needed for a label whose protection was removed', async () => {
    const created = (await admin.post(protectedLabels, { name: 'for a while' })).body.protected_label
    assert.equal((await admin.post(protectedLabels, { name: 'for a while' })).status, 409)
    assert.equal((await publisher.delete(`${protectedLabels}/${created.id}`)).status, 403)
    const changed = await admin.patch(`${protectedLabels}/${created.id}`, { takes_two: true })
    assert.deepEqual(changed.body.protected_label, { ...created, takes_two: true })
    const { id } = await publish(admin, `freed ${++number}`, userChat('one'))
    const create = () =>
      publisher.post(`/prompts/${id}/label`, { prompt_version_number: 1, name: 'for a while' })
    assert.equal((await create()).status, 403)
    assert.equal((await admin.delete(`${protectedLabels}/${created.id}`)).status, 200)
    assert.equal((await create()).status, 200)
  })
})
