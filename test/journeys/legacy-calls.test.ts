import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Api, apiOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { log, messageLines, originalOf, readBack } from './support/requests.ts'
import { assertRefused, publish, userChat } from './support/templates.ts'

/** Calls of the SDKs with the key in the body. */
describe('the legacy calls', () => {
  const app = appOfSuite()
  let keyless: Api
  before(async () => {
    keyless = apiOf(app.baseUrl, null)
    await publish(app.api, 'greeting', userChat('Hi {name}'), { labels: ['prod'] })
  })

  const tracked = (rest: object = {}) => ({
    function_name: 'openai.chat.completions.create',
    provider_type: 'openai',
    args: [],
    kwargs: {
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: 'Hi' }],
      temperature: 0,
      stream: false,
    },
    request_response: {
      choices: [{ message: { role: 'assistant', content: 'Hello.' } }],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    },
    request_start_time: 1_795_168_800.5,
    request_end_time: 1_795_168_801.25,
    ...rest,
  })
  const call = (path: string, body: object) => keyless.post(path, { api_key: app.key, ...body })

  for (const path of ['/track-request', '/rest/track-request'])
    it(`log at ${path}`, async () => {
      const { status, body } = await call(path, tracked({ tags: ['t'], metadata: { a: 'b' } }))
      assert.deepEqual([status, body.success, body.prompt_blueprint], [200, true, null])
      const row = await readBack(app.api, body.request_id)
      assert.deepEqual(messageLines(row.prompt_blueprint), ['user: Hi', 'assistant: Hello.'])
      assert.deepEqual([row.input_tokens, row.output_tokens, row.latency_ms], [1, 2, 750])
      assert.deepEqual(
        [row.tags, row.metadata, row.request_start_time],
        [['t'], { a: 'b' }, '2026-11-20T10:00:00.500Z'],
      )
    })

  it('give the blueprint on request', async () => {
    const { body } = await call('/track-request', tracked({ return_prompt_blueprint: true }))
    assert.deepEqual(messageLines(body.prompt_blueprint), ['user: Hi', 'assistant: Hello.'])
    assert.deepEqual(body.prompt_blueprint.metadata.model.parameters, { temperature: 0, stream: false })
    assert.deepEqual(body.prompt_blueprint, (await readBack(app.api, body.request_id)).prompt_blueprint)
  })

  it('log the readable parts of an answer of an unknown provider', async () => {
    const odd = { function_name: 'llama.talk', provider_type: 'llama', request_response: { said: 'Hello.' } }
    const { status, body } = await call('/track-request', tracked(odd))
    assert.equal(status, 200)
    assert.equal((await readBack(app.api, body.request_id)).provider, 'llama')
  })

  it('truncate a long error message to 1,024 characters', async () => {
    const failed = {
      status: 'ERROR',
      error_type: 'PROVIDER_PARTIAL_RESPONSE',
      error_message: 'e'.repeat(2000),
      request_response: {},
    }
    const { body } = await call('/track-request', tracked(failed))
    const row = await readBack(app.api, body.request_id)
    assert.deepEqual([row.error_type, row.error_message.length], ['PROVIDER_PARTIAL_RESPONSE', 1024])
  })

  it('track metadata, scores, prompts and groups', async () => {
    const request_id = await log(app.api)
    const ok = async (path: string, body: object) => {
      const reply = await call(path, { request_id, ...body })
      assert.deepEqual([reply.status, reply.body.success], [200, true])
    }
    const group = await call('/create-group', {})
    assert.equal(group.status, 200)
    await ok('/library-track-metadata', { metadata: { a: 'b' } })
    await ok('/library-track-score', { score: 7, name: 'tone' })
    const prompt = {
      prompt_name: 'greeting',
      prompt_input_variables: { name: 'Ada' },
      version: null,
      label: 'prod',
    }
    await ok('/library-track-prompt', prompt)
    await ok('/track-group', { group_id: group.body.id })
    const row = await readBack(app.api, request_id)
    assert.deepEqual([row.metadata, row.scores], [{ a: 'b' }, [{ name: 'tone', score: 7 }]])
    assert.deepEqual([row.prompt_version_number, row.group_id], [1, group.body.id])
  })

  const paths = [
    '/track-request',
    '/library-track-metadata',
    '/library-track-score',
    '/library-track-prompt',
    '/track-group',
    '/create-group',
  ]
  for (const path of paths)
    it(`at ${path} accept the key in the body or a header, and refuse other keys`, async () => {
      for (const reply of [
        await keyless.post(path, {}),
        await keyless.post(path, { api_key: 'pl_wrong' }),
        await keyless.post(path, { api_key: '' }),
        await keyless.post(path, { api_key: 5 }),
        await apiOf(app.baseUrl, 'pl_wrong').post(path, { api_key: app.key }),
        await keyless.post(path, [app.key]),
      ])
        assertRefused(reply, 401)
      const accepted = path === '/create-group' ? 200 : 422
      assertRefused(await keyless.post(path, { api_key: app.key }), accepted)
      assertRefused(await app.api.post(path, {}), accepted)
      assertRefused(await app.api.post(path, { api_key: 'pl_wrong' }), accepted)
    })

  it('answer 400 for absent entities', async () => {
    const request_id = await log(app.api)
    assertRefused(await call('/track-request', tracked({ prompt_id: 999_999 })), 400)
    assertRefused(await call('/track-request', tracked({ group_id: 999_999 })), 400)
    assertRefused(await call('/library-track-score', { request_id: 999_999, score: 1 }), 400)
    assertRefused(await call('/track-group', { request_id, group_id: 999_999 }), 400)
  })

  it('never store the key', async () => {
    const messages = [{ role: 'user', content: 'my api_key is a word' }]
    const { body } = await call(
      '/track-request',
      tracked({ kwargs: { model: 'm', messages, api_key: 'provider key stays' } }),
    )
    const original = (await originalOf(app, body.request_id)).toString()
    assert.ok(!original.includes(app.key))
    assert.ok(original.startsWith('{"api_key":"",'))
    assert.ok(original.includes('provider key stays'))
    const hidden = `{"api_key" : "${app.key}", "x":1, "api\\u005fkey":"${app.key}", ${JSON.stringify(tracked()).slice(1)}`
    const reply = await keyless.post('/track-request', hidden)
    assert.equal(reply.status, 200)
    const stored = (await originalOf(app, reply.body.request_id)).toString()
    assert.ok(!stored.includes(app.key))
  })
})
