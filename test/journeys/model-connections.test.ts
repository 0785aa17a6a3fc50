import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { Refusal } from '../../src/engine/refusal.ts'
import { callModel, ModelFailure } from '../../src/server/model/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { echo, type FakeModels, startFakeModels } from '../fake-models/index.ts'
import type { Api } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'

/** Which key and address a call uses. */
describe('calls of models by a workspace', () => {
  let app: TestApp
  let fake: FakeModels
  let workspace: WorkspaceId
  let api: Api
  let trap: Server
  let trapped = 0
  before(async () => {
    fake = await startFakeModels()
    app = await startApp({}, { providers: fake.environment() })
    const created = await app.newWorkspace()
    workspace = created.id as WorkspaceId
    api = created.api
    trap = createServer((_request, response) => {
      trapped++
      response.end()
    }).listen(0, '127.0.0.1')
  })
  after(async () => {
    trap.close()
    await app.close()
    await fake.close()
  })

  const call = (connection: number | string | null, from = workspace) =>
    callModel(
      app.context,
      from,
      {
        provider: 'openai',
        model: 'gpt-5',
        apiType: 'chat-completions',
        kwargs: { model: 'gpt-5', messages: [{ role: 'user', content: 'Hi' }] },
        connection,
      },
      { attempts: 1 },
    )
  const lastKey = () => fake.provider('openai').lastCall().headers.authorization
  const create = async (body: object) =>
    (await api.post('/api/public/v2/connections', body)).body.connection.id as number

  it("use the operator's key if the workspace has no connection", async () => {
    const { reply } = await call(null)
    assert.equal(lastKey(), 'Bearer sk-openai-fake')
    assert.equal(reply.finishReason, 'stop')
  })

  it('use the key of the workspace if it has a connection, and never that of another workspace', async () => {
    await create({ name: 'our key', provider: 'openai', api_key: 'sk-workspace-own' })
    await call(null)
    assert.equal(lastKey(), 'Bearer sk-workspace-own')
    await call('our key')
    assert.equal(lastKey(), 'Bearer sk-workspace-own')
    const other = await app.newWorkspace()
    await call(null, other.id as WorkspaceId)
    assert.equal(lastKey(), 'Bearer sk-openai-fake')
    await assert.rejects(call('our key', other.id as WorkspaceId), (error) => {
      return error instanceof Refusal && error.code === 'not_found'
    })
  })

  it('use an unnamed connection with an address only if there is no other key', async () => {
    const openTo = new URL(fake.provider('mistral').baseUrl).host
    const alone = await startApp(
      {},
      { outboundAllow: [openTo], providers: { OPENAI_API_KEY: 'sk-openai-fake' } },
    )
    try {
      const { id, api: owner } = await alone.newWorkspace()
      const kwargs = { model: 'mistral-small-latest', messages: [{ role: 'user', content: 'Hi' }] }
      const callMistral = () =>
        callModel(
          alone.context,
          id as WorkspaceId,
          {
            provider: 'mistral',
            model: 'mistral-small-latest',
            apiType: null,
            kwargs,
            connection: null,
          },
          { attempts: 1 },
        )
      await assert.rejects(callMistral(), /There is no key for Mistral/)
      const base_url = fake.provider('mistral').baseUrl
      const created = { name: 'eu', provider: 'mistral', base_url, api_key: 'mistral-eu' }
      assert.equal((await owner.post('/api/public/v2/connections', created)).status, 201)
      await callMistral()
      assert.equal(fake.provider('mistral').lastCall().headers.authorization, 'Bearer mistral-eu')
    } finally {
      await alone.close()
    }
    await create({
      name: 'our address',
      provider: 'openai',
      api_key: 'sk-with-address',
      base_url: 'https://models.example',
    })
    await call(null)
    assert.equal(lastKey(), 'Bearer sk-workspace-own')
    const other = await app.newWorkspace()
    await other.api.post('/api/public/v2/connections', {
      name: 'our address',
      provider: 'openai',
      api_key: 'sk-with-address',
      base_url: 'https://models.example',
    })
    await call(null, other.id as WorkspaceId)
    assert.equal(lastKey(), 'Bearer sk-openai-fake')
  })

  it('to an address of the workspace pass the guard, even if the operator uses the same address', async () => {
    for (const base_url of [
      `http://127.0.0.1:${(trap.address() as AddressInfo).port}/v1`,
      fake.provider('openai').baseUrl,
    ]) {
      const calls = fake.calls.length
      const id = await create({
        name: base_url,
        provider: 'custom',
        client: 'openai',
        base_url,
        api_key: 'sk-1234567',
      })
      await assert.rejects(call(id), (error) => {
        assert.ok(error instanceof ModelFailure)
        assert.match(error.message, /not an address of the public internet.*GALLEY_OUTBOUND_ALLOW/)
        return true
      })
      assert.deepEqual([trapped, fake.calls.length], [0, calls])
    }
  })

  it('with a deleted connection are refused; no other connection replaces it', async () => {
    const calls = fake.calls.length
    await assert.rejects(call(999), (error) => error instanceof Refusal && error.code === 'not_found')
    assert.equal(fake.calls.length, calls)
  })

  it('that test a key are short and not logged', async () => {
    const id = await create({ name: 'tested', provider: 'openai', api_key: 'sk-to-be-tested' })
    const testKey = (body: object = {}, connection = id) =>
      api.post(`/api/public/v2/connections/${connection}/test`, body)
    const { body } = await testKey()
    assert.deepEqual([body.state, body.model, body.error], ['works', 'gpt-4o-mini', null])
    assert.ok(body.latency_ms >= 0)
    assert.equal(lastKey(), 'Bearer sk-to-be-tested')
    fake.answerWith(() => 'bad_key')
    const refused = (await testKey({ model: 'gpt-5' })).body
    fake.answerWith(echo)
    assert.deepEqual([refused.state, refused.model, refused.error.status], ['failing', 'gpt-5', 401])
    const custom = { name: 'ours', provider: 'custom', client: 'openai', base_url: 'https://models.example' }
    const unnamed = await testKey({}, await create({ ...custom, api_key: 'sk-1234567' }))
    assert.deepEqual([unnamed.status, unnamed.body.detail[0].loc], [422, ['body', 'model']])
    assert.equal((await testKey({}, 999)).status, 404)
    const { items } = (await api.post('/api/public/v2/requests/search', {})).body
    assert.deepEqual(items, [])
  })
})
