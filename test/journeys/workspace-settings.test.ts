import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createGuardedFetch } from '../../src/server/edge/index.ts'
import { type Loopback, loopback } from '../edge/loopback.ts'
import { appOfSuite, startApp, type TestApp } from '../kit/app.ts'
import { createTool, javascript, python, toolPath } from './support/tools.ts'

const path = '/api/public/v2/workspace'

describe('the settings of a workspace', () => {
  const app = appOfSuite()

  it('start without network and models, and change field by field', async () => {
    const settings = { sandbox_network: false, evaluator_model: null, embedding_model: null }
    assert.deepEqual((await app.api.get(path)).body.workspace.settings, settings)
    const evaluator_model = { provider: 'openai', name: 'gpt-5', parameters: { temperature: 0 } }
    await app.api.patch(path, { settings: { evaluator_model } })
    const changed = await app.api.patch(path, { settings: { sandbox_network: true } })
    assert.deepEqual(changed.body.workspace.settings, { ...settings, evaluator_model, sandbox_network: true })
    await app.api.patch(path, { settings: { evaluator_model: null, sandbox_network: false } })
    assert.deepEqual((await app.api.get(path)).body.workspace.settings, settings)
  })

  it('can be changed together with the name of the workspace', async () => {
    const { api } = await app.newWorkspace('before')
    assert.equal((await api.patch(path, { name: ' after ' })).body.workspace.name, 'after')
    assert.equal((await api.patch(path, { settings: {} })).body.workspace.name, 'after')
    assert.equal((await api.get('/api/public/v2/session')).body.workspace.name, 'after')
    assert.match(JSON.stringify((await api.patch(path, { name: ' ' })).body), /name/)
    assert.equal((await api.get(path)).body.workspace.name, 'after')
  })

  it('refuse unknown settings', async () => {
    const refused = await app.api.patch(path, { settings: { sandbox_networks: true } })
    assert.equal(refused.status, 422)
    assert.match(JSON.stringify(refused.body), /sandbox_networks/)
  })

  it('are those of one workspace, and concurrent changes of two settings are both stored', async () => {
    const other = (await app.newWorkspace()).api
    const chosen = { provider: 'p', name: 'n', parameters: {} }
    await Promise.all([
      app.api.patch(path, { settings: { embedding_model: chosen } }),
      app.api.patch(path, { settings: { evaluator_model: chosen } }),
    ])
    const { settings } = (await app.api.get(path)).body.workspace
    assert.deepEqual([settings.embedding_model, settings.evaluator_model], [chosen, chosen])
    assert.equal((await other.get(path)).body.workspace.settings.embedding_model, null)
  })
})

describe('a tool that fetches', () => {
  let app: TestApp
  let server: Loopback
  before(async () => {
    server = await loopback((_request, response) => response.end('"hello"'))
    app = await startApp({ guardedFetch: createGuardedFetch({ allow: ['127.0.0.1'] }) })
  })
  after(async () => {
    await app.close()
    await server.stop()
  })

  const execute = async (name: string) =>
    (await app.api.post(`${toolPath(name)}/test-execute`, { inputs: {} })).body.result

  it('reaches the network only if the workspace allows it', async () => {
    const url = `http://127.0.0.1:${server.port}/`
    await createTool(app.api, 'js', { execution: javascript(`return (await fetch('${url}')).json()`) })
    await createTool(app.api, 'py', { execution: python(`return fetch("${url}").json()`) })
    for (const name of ['js', 'py']) assert.equal((await execute(name)).status, 'error')
    assert.equal(server.hits(), 0)
    await app.api.patch(path, { settings: { sandbox_network: true } })
    for (const name of ['js', 'py']) assert.equal((await execute(name)).result, 'hello')
  })
})
