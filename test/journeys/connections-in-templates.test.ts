import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { originalOf } from '../../src/server/db/index.ts'
import { bodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { run, startSdkWorld } from './support/sdk.ts'
import { model, publication, read, readRaw, userChat } from './support/templates.ts'

const path = '/api/public/v2/connections'
const secret = 'sk-custom-0123456789'

describe('connections that templates name', () => {
  const world = ofSuite(startSdkWorld)

  let number = 0
  const connect = async (body: object) => {
    return bodyOf(await world.app.api.post(path, { name: `connection ${++number}`, ...body }), 201).connection
  }
  const custom = (rest: object = {}) =>
    connect({
      provider: 'custom',
      client: 'openai',
      base_url: world.openAi.baseUrl,
      api_key: secret,
      ...rest,
    })
  const publish = async (version: object, metadata: object = model('openai', 'gpt-4o-mini')) => {
    const name = `template ${++number}`
    const body = publication(name, userChat('Hi {name}'), { metadata })
    const prompt_version = { ...body.prompt_version, ...version }
    const reply = await world.app.api.post('/rest/prompt-templates', { ...body, prompt_version })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return name
  }

  it('send the address of a built-in provider, and its later changes', async () => {
    const { api } = world.app
    const connection = await connect({
      provider: 'openai',
      base_url: 'https://proxy.test/v1',
      api_key: secret,
    })
    const name = await publish({ provider_base_url_name: connection.name })
    const served = async () => (await read(api, name)).provider_base_url
    const expected = { id: connection.id, name: connection.name, provider: 'openai' }
    assert.deepEqual(await served(), { ...expected, url: 'https://proxy.test/v1' })
    await api.patch(`${path}/${connection.id}`, { base_url: 'https://two.test/v1' })
    assert.deepEqual(await served(), { ...expected, url: 'https://two.test/v1' })
    const other = await read(api, name, { provider: 'anthropic', model: 'claude-sonnet-4-5' })
    assert.deepEqual([other.provider_base_url, other.warning], [null, null])
    await api.delete(`${path}/${connection.id}`)
    const reply = await read(api, name)
    assert.equal(reply.provider_base_url, null)
    assert.equal(reply.warning, `Connections that cannot be found: ${connection.name}.`)
    assert.equal(reply.llm_kwargs.model, 'gpt-4o-mini')
    const { provider_id, provider_base_url_name } = await readRaw(api, name)
    assert.deepEqual([provider_id, provider_base_url_name], [null, connection.name])
  })

  it('use the wire of the client that a custom provider names', async () => {
    const { api } = world.app
    const connection = await custom({ client: 'anthropic' })
    const metadata = model('ours', 'our-model', { parameters: { max_tokens: 7 } })
    const name = await publish({ provider_id: connection.id }, metadata)
    const answer = await read(api, name, { input_variables: { name: 'Ada' } })
    assert.deepEqual(answer.custom_provider, {
      id: connection.id,
      name: connection.name,
      client: 'anthropic',
      base_url: world.openAi.baseUrl,
      workspace_id: connection.workspace_id,
      api_key: null,
    })
    assert.deepEqual([answer.provider_id, answer.provider_base_url], [connection.id, null])
    assert.deepEqual(answer.llm_kwargs, {
      model: 'our-model',
      max_tokens: 7,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi Ada' }] }],
    })
    assert.deepEqual((await readRaw(api, name, '?include_llm_kwargs=true')).llm_kwargs.max_tokens, 7)
    const elsewhere = await read(api, name, { provider: 'openai', model: 'gpt-4o' })
    assert.deepEqual([elsewhere.custom_provider, elsewhere.metadata.model.provider], [null, 'openai'])
  })

  it("are called by the SDK with a shared key, else with the key of the SDK's environment", async () => {
    const connection = await custom()
    const promptName = await publish({ provider_id: connection.id }, model('ours', 'our-model'))
    const authorization = async () => {
      await run(world.promptLayer, { promptName, inputVariables: { name: 'Ada' } })
      return world.openAi.lastCall().headers['authorization']
    }
    assert.equal(await authorization(), 'Bearer sk-openai-fake')
    const share = { share_api_key: true, api_key: secret }
    await world.app.api.patch(`${path}/${connection.id}`, share)
    assert.equal(await authorization(), `Bearer ${secret}`)
    assert.equal((await read(world.app.api, promptName)).custom_provider.api_key, secret)
    await world.app.api.patch(`${path}/${connection.id}`, { share_api_key: false })
    assert.equal(await authorization(), 'Bearer sk-openai-fake')
    const rows = await world.app.context.store.db.selectFrom('request_payloads').select('payload').execute()
    assert.ok(rows.length >= 3)
    for (const { payload } of rows) assert.ok(!originalOf(payload).includes(secret))
  })

  it('of other workspaces do not exist', async () => {
    const { api } = await world.app.newWorkspace()
    const theirs = (await api.post(path, { name: 'theirs', provider: 'openai', base_url: 'https://a.test' }))
      .body.connection
    const name = await publish({ provider_id: theirs.id, provider_base_url_name: 'theirs' })
    const answer = await read(world.app.api, name)
    assert.deepEqual([answer.provider_base_url, answer.custom_provider], [null, null])
    assert.equal(answer.warning, `Connections that cannot be found: ${theirs.id}, theirs.`)
  })
})
