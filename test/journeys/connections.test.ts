import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setProviderKeys } from '../../src/server/workspaces/index.ts'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite, startApp } from '../kit/app.ts'
import { assertRefused } from './support/templates.ts'

const path = '/api/public/v2/connections'
const secret = 'sk-secret-0123456789'

describe('connections', () => {
  const app = appOfSuite()

  const create = (body: object) => app.api.post(path, body)
  const openAi = async (name: string, rest: object = {}) => {
    return bodyOf(await create({ name, provider: 'openai', api_key: secret, ...rest }), 201).connection
  }
  const custom = (name: string, rest: object = {}) =>
    openAi(name, { provider: 'custom', client: 'openai', base_url: 'https://models.test/v1', ...rest })
  const change = async (id: number, body: object) => {
    return bodyOf(await app.api.patch(`${path}/${id}`, body)).connection
  }
  const stored = async (id: number) => {
    const { db } = app.context.store
    return db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }

  it('are created, read, changed, listed and deleted, and never show their key', async () => {
    const connection = await openAi('first', { base_url: 'https://proxy.test/v1' })
    const { id, workspace_id, created_at, updated_at } = connection
    assert.deepEqual(connection, {
      id,
      workspace_id,
      name: 'first',
      provider: 'openai',
      client: null,
      base_url: 'https://proxy.test/v1',
      has_api_key: true,
      api_key_suffix: '6789',
      share_api_key: false,
      created_at,
      updated_at,
    })
    assert.deepEqual((await app.api.get(`${path}/${id}`)).body, { success: true, connection })
    assert.deepEqual((await app.api.get(path)).body, {
      success: true,
      connections: [connection],
      environment_providers: [],
    })
    assert.equal((await change(id, { name: 'renamed' })).name, 'renamed')
    const row = await stored(id)
    assert.ok(!Buffer.from(row.sealed_api_key!).includes(secret))
    assert.deepEqual((await app.api.delete(`${path}/${id}`)).body, { success: true })
    for (const reply of [
      await app.api.get(`${path}/${id}`),
      await app.api.patch(`${path}/${id}`, { name: 'x' }),
      await app.api.delete(`${path}/${id}`),
    ])
      assertRefused(reply, 404)
  })

  it('lose their key when their address changes, unless the call sends a key', async () => {
    const { id } = await openAi('moving', { base_url: 'https://one.test/v1' })
    assert.equal((await change(id, { base_url: 'https://one.test/v1', name: 'moved' })).has_api_key, true)
    const moved = await change(id, { base_url: 'https://evil.test/v1' })
    assert.deepEqual([moved.has_api_key, moved.api_key_suffix], [false, null])
    assert.equal((await stored(id)).sealed_api_key, null)
    const both = await change(id, { base_url: 'https://two.test/v1', api_key: 'another-key-0001' })
    assert.deepEqual([both.has_api_key, both.api_key_suffix], [true, '0001'])
    assert.equal((await change(id, { base_url: null })).has_api_key, false)
    await change(id, { api_key: secret })
    assert.equal((await change(id, { provider: 'anthropic' })).has_api_key, false)
    await change(id, { api_key: 'short' })
    const cleared = await change(id, { api_key: null })
    assert.deepEqual([cleared.has_api_key, cleared.api_key_suffix], [false, null])
  })

  it('share a key only when a call brings it', async () => {
    const { id } = await custom('shared')
    const alone = await app.api.patch(`${path}/${id}`, { share_api_key: true })
    assertRefused(alone, 422, 'body.share_api_key')
    assert.equal((await change(id, { share_api_key: true, api_key: secret })).share_api_key, true)
    assert.equal((await change(id, { name: 'still shared' })).share_api_key, true)
    const moved = await change(id, { base_url: 'https://evil.test' })
    assert.deepEqual([moved.share_api_key, moved.has_api_key], [false, false])
    const known = { name: 'known', provider: 'openai', api_key: secret, share_api_key: true }
    assertRefused(await create(known), 422, 'body.share_api_key')
  })

  it('with contradictory fields are refused', async () => {
    const start = { name: 'custom', provider: 'custom', client: 'openai', base_url: 'https://a.test' }
    assertRefused(await create({ ...start, client: null }), 422, 'body.client')
    assertRefused(await create({ ...start, base_url: null }), 422, 'body.base_url')
    assertRefused(await create({ ...start, provider: 'openai' }), 422, 'body.client')
    const { id } = await custom('turns known')
    const known = await change(id, { provider: 'mistral' })
    assert.deepEqual([known.client, known.has_api_key], [null, false])
    for (const base_url of ['ftp://a.test', 'a.test', 'https://u:p@a.test', 'https://u@a.test/'])
      assertRefused(await create({ ...start, base_url }), 422, 'body.base_url')
    assertRefused(await create({ ...start, base_url: 'http://a b' }), 422)
    for (const base_url of ['http://localhost:11434/v1', 'https://a.test/@x?y=z@', 'https://bücher.test'])
      await custom(base_url, { base_url })
  })

  it('have unique names in their workspace, and are invisible to other workspaces', async () => {
    const { id } = await openAi('taken')
    assertRefused(await create({ name: 'taken', provider: 'openai' }), 409)
    const other = await openAi('other')
    assertRefused(await app.api.patch(`${path}/${other.id}`, { name: 'taken' }), 409)
    const { api } = await app.newWorkspace()
    assert.equal((await api.post(path, { name: 'taken', provider: 'openai' })).status, 201)
    assertRefused(await api.get(`${path}/${id}`), 404)
    assertRefused(await api.patch(`${path}/${id}`, { base_url: 'https://evil.test' }), 404)
    assertRefused(await api.delete(`${path}/${id}`), 404)
    assert.equal((await app.api.get(`${path}/${id}`)).body.connection.has_api_key, true)
  })

  it('are listed with the providers of the server keys, if these are granted', async () => {
    const server = await startApp({}, { providers: { OPENAI_API_KEY: secret, AZURE_OPENAI_API_KEY: secret } })
    const listed = async () => (await server.api.get(path)).body.environment_providers
    assert.deepEqual(await listed(), ['openai'])
    const { workspace } = (await server.api.get('/api/public/v2/workspace')).body
    await server.context.store.transact((tx) => setProviderKeys(tx, workspace.id, false))
    assert.deepEqual(await listed(), [])
    await server.close()
  })
})
