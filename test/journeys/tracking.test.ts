import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deleteRequests } from '../../src/server/requests/index.ts'
import { apiOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { log, readBack } from './support/requests.ts'
import { assertRefused, publish, userChat } from './support/templates.ts'

describe('tracking', () => {
  const app = appOfSuite()
  let promptId = 0
  before(async () => {
    ;({ id: promptId } = await publish(app.api, 'greeting', userChat('1'), { labels: ['prod'] }))
    await publish(app.api, 'greeting', userChat('2'))
  })

  const track = (kind: string, body: object) => app.api.post(`/rest/track-${kind}`, body)
  const tracked = async (kind: string, body: object) => {
    const reply = await track(kind, body)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assert.equal(reply.body.success, true)
    assert.equal(typeof reply.body.message, 'string')
  }
  const newGroup = async () => (await app.api.post('/create-group', {})).body.id

  it('adds metadata, key by key', async () => {
    const request_id = await log(app.api, { metadata: { a: 1, b: 2 } })
    await tracked('metadata', { request_id, metadata: { b: 'two', c: { d: [null] } } })
    await tracked('metadata', { request_id, metadata: {} })
    assert.deepEqual((await readBack(app.api, request_id)).metadata, { a: 1, b: 'two', c: { d: [null] } })
  })

  it('loses no metadata of concurrent calls', async () => {
    const request_id = await log(app.api)
    const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`)
    await Promise.all(keys.map((key) => tracked('metadata', { request_id, metadata: { [key]: key } })))
    assert.deepEqual(Object.keys((await readBack(app.api, request_id)).metadata).sort(), keys.sort())
  })

  it('stores one score for each name', async () => {
    const request_id = await log(app.api, { score: 10 })
    await tracked('score', { request_id, score: 20 })
    await tracked('score', { request_id, score: 0, name: 'tone' })
    await tracked('score', { request_id, score: 100, name: null })
    assert.deepEqual((await readBack(app.api, request_id)).scores, [
      { name: 'default', score: 100 },
      { name: 'tone', score: 0 },
    ])
    for (const score of [-1, 101, 1.5, '5', null])
      assertRefused(await track('score', { request_id, score }), 422, 'body.score')
  })

  it('stores no score of a request that is deleted at the same time', async () => {
    const { store } = app.context
    const { workspace } = (await app.api.get('/api/public/v2/workspace')).body
    const ids = await Promise.all(Array.from({ length: 40 }, () => log(app.api)))
    for (const request_id of ids) {
      const scored = [1, 2, 3].map((score) => track('score', { request_id, name: `score ${score}`, score }))
      await Promise.all([...scored, deleteRequests(store, workspace.id, [request_id])])
    }
    const orphans = store.db.selectFrom('request_scores').selectAll().where('request_id', 'in', ids)
    assert.deepEqual(await orphans.execute(), [])
  })

  it('links a template, and a label takes precedence over a version', async () => {
    const request_id = await log(app.api, { prompt_input_variables: { was: 'logged' } })
    const link = async (rest: object) => {
      await tracked('prompt', { request_id, prompt_name: 'greeting', ...rest })
      const row = await readBack(app.api, request_id)
      return [row.prompt_id, row.prompt_version_number, row.prompt_input_variables]
    }
    assert.deepEqual(await link({}), [promptId, null, { was: 'logged' }])
    assert.deepEqual(await link({ version: 2 }), [promptId, 2, { was: 'logged' }])
    assert.deepEqual(await link({ label: 'prod', version: 2 }), [promptId, 1, { was: 'logged' }])
    const variables = { name: 'Ada' }
    assert.deepEqual(await link({ version: '2', label: null, prompt_input_variables: variables }), [
      promptId,
      2,
      variables,
    ])
  })

  it('puts a request into a group, and moves it to another', async () => {
    const request_id = await log(app.api)
    for (const group_id of [await newGroup(), await newGroup()]) {
      await tracked('group', { request_id, group_id })
      assert.equal((await readBack(app.api, request_id)).group_id, group_id)
    }
  })

  it("accepts the key in the body, as LiteLLM's callback sends it", async () => {
    const request_id = await log(app.api)
    const stranger = apiOf(app.baseUrl, null)
    const tracking = { request_id, metadata: { customer: 'ada' } }
    const sent = await stranger.post('/rest/track-metadata', { ...tracking, api_key: app.key })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    assert.deepEqual((await readBack(app.api, request_id)).metadata, { customer: 'ada' })
    for (const path of ['track-metadata', 'track-score', 'track-prompt', 'track-group']) {
      assert.equal((await stranger.post(`/rest/${path}`, { ...tracking, api_key: 'pl_other' })).status, 401)
      assert.equal((await stranger.post(`/rest/${path}`, tracking)).status, 401)
      const unreadable = await fetch(`${app.baseUrl}/rest/${path}`, { method: 'POST', body: '{' })
      assert.equal(unreadable.status, 401)
    }
  })

  it('accepts the id of a request as text', async () => {
    const request_id = await log(app.api)
    await tracked('metadata', { request_id: String(request_id), metadata: { a: 'text id' } })
    await tracked('score', { request_id: String(request_id), score: 5 })
    const row = await readBack(app.api, request_id)
    assert.deepEqual([row.metadata, row.scores], [{ a: 'text id' }, [{ name: 'default', score: 5 }]])
    for (const id of ['words', '1.5', '', 0, -1, null])
      assertRefused(await track('score', { request_id: id, score: 5 }), 422, 'body.request_id')
  })

  it('answers 400 if the request, the template or the group does not exist', async () => {
    const request_id = await log(app.api)
    const stranger = await app.newWorkspace()
    const theirs = await log(stranger.api)
    const theirGroup = (await stranger.api.post('/create-group', {})).body.id
    const group_id = await newGroup()
    const prompt_name = 'greeting'
    for (const [what, body] of [
      ['metadata', { request_id: 999_999, metadata: { a: 1 } }],
      ['metadata', { request_id: theirs, metadata: { a: 1 } }],
      ['score', { request_id: 999_999, score: 1 }],
      ['score', { request_id: theirs, score: 1 }],
      ['group', { request_id: 999_999, group_id }],
      ['group', { request_id: theirs, group_id }],
      ['group', { request_id, group_id: 999_999 }],
      ['group', { request_id, group_id: theirGroup }],
      ['prompt', { request_id: 999_999, prompt_name }],
      ['prompt', { request_id: theirs, prompt_name }],
      ['prompt', { request_id, prompt_name: 'nobody' }],
      ['prompt', { request_id, prompt_name, version: 9 }],
      ['prompt', { request_id, prompt_name, label: 'nowhere' }],
    ] as const) {
      const reply = await track(what, body)
      assertRefused(reply, 400)
      assert.equal(reply.body.success, false)
    }
    const row = await readBack(stranger.api, theirs)
    assert.deepEqual([row.metadata, row.scores, row.group_id], [{}, [], null])
  })

  it('names the missing fields', async () => {
    assertRefused(await track('metadata', {}), 422, 'body.request_id', 'body.metadata')
    assertRefused(await track('score', {}), 422, 'body.request_id', 'body.score')
    assertRefused(await track('prompt', {}), 422, 'body.request_id', 'body.prompt_name')
    assertRefused(await track('group', {}), 422, 'body.request_id', 'body.group_id')
    assertRefused(await track('metadata', { request_id: 1, metadata: { ['k'.repeat(1025)]: 1 } }), 422)
  })
})
