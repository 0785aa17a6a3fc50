import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createGuardedFetch } from '../../src/server/edge/index.ts'
import { type FakeMcpServer, fakeMcpServer } from '../edge/fake-mcp-server.ts'
import { bodyOf } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { assertRefused } from './support/templates.ts'

const path = '/api/public/v2/mcp-servers'
/** Text that names an environment variable. */
const variable = (name: string) => `$\{${name}}`
const canary = 'canary-0123456789'

describe('MCP servers', () => {
  let app: TestApp
  let fake: FakeMcpServer
  before(async () => {
    fake = await fakeMcpServer()
    const allow = [`127.0.0.1:${fake.port}`]
    app = await startApp({ guardedFetch: createGuardedFetch({ allow }) })
  })
  after(() => Promise.all([app.close(), fake.stop()]))

  let number = 0
  const create = async (rest: object = {}) => {
    return bodyOf(await app.api.post(path, { name: `server ${++number}`, url: fake.url, ...rest }), 201)
      .mcp_server
  }
  const change = async (id: number, body: object) => {
    return bodyOf(await app.api.patch(`${path}/${id}`, body)).mcp_server
  }
  const test = async (id: number) => {
    const { status, body } = await app.api.post(`${path}/${id}/test`)
    assert.equal(status, 200)
    return body
  }

  it('are created, read, changed, listed and deleted, and never show the values of headers', async () => {
    const headers = { Authorization: `Bearer ${canary}`, 'X-Short': 'abc' }
    const server = await create({ name: 'first', headers })
    const { id, workspace_id, created_at, updated_at } = server
    assert.deepEqual(server, {
      id,
      workspace_id,
      name: 'first',
      url: fake.url,
      headers: [
        { name: 'Authorization', value_suffix: '6789' },
        { name: 'X-Short', value_suffix: 'c' },
      ],
      created_at,
      updated_at,
    })
    assert.deepEqual((await app.api.get(`${path}/${id}`)).body, { success: true, mcp_server: server })
    assert.deepEqual((await app.api.get(path)).body, { success: true, mcp_servers: [server] })
    const row = await app.context.store.db.selectFrom('mcp_servers').selectAll().executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(row).includes('canary') && !Buffer.from(row.sealed_headers!).includes('canary'))
    assert.deepEqual((await change(id, { name: 'renamed' })).headers, server.headers)
    assert.deepEqual((await app.api.delete(`${path}/${id}`)).body, { success: true })
    for (const reply of [
      await app.api.get(`${path}/${id}`),
      await app.api.patch(`${path}/${id}`, { name: 'x' }),
      await app.api.post(`${path}/${id}/test`),
      await app.api.delete(`${path}/${id}`),
    ])
      assertRefused(reply, 404)
  })

  it('lose their headers when their address changes, unless the call sends headers', async () => {
    const { id } = await create({ headers: { 'X-Key': canary } })
    assert.equal((await change(id, { url: fake.url })).headers.length, 1)
    assert.deepEqual((await change(id, { url: 'https://evil.test/mcp' })).headers, [])
    await change(id, { url: fake.url })
    await test(id)
    assert.equal(fake.received.at(-1)!.headers['x-key'], undefined)
    const both = await change(id, { url: `${fake.url}/x`, headers: { 'X-Key': 'another-value' } })
    assert.deepEqual(both.headers, [{ name: 'X-Key', value_suffix: 'alue' }])
    assert.deepEqual((await change(id, { headers: null })).headers, [])
  })

  it('list their tools, with headers that environment variables fill', async () => {
    const { api } = app
    await api.post('/api/public/v2/env-vars', { key: 'MCP_TOKEN', value: canary })
    const headers = { Authorization: `Bearer ${variable('MCP_TOKEN')}`, 'X-Plain': 'plain' }
    const { id } = await create({ headers })
    const answer = await test(id)
    assert.deepEqual(
      [answer.reached, answer.error, answer.tools.map(({ name }: { name: string }) => name)],
      [true, null, ['tool-1', 'tool-2', 'tool-3']],
    )
    for (const { headers: sent } of fake.received.slice(-3))
      assert.deepEqual([sent['authorization'], sent['x-plain']], [`Bearer ${canary}`, 'plain'])
    await change(id, { headers: { 'X-Key': variable('NOT_THERE') } })
    assert.deepEqual((await test(id)).error, {
      code: 'missing_variable',
      message: 'There is no environment variable NOT_THERE.',
    })
  })

  it('report why they cannot be reached, with the sent headers masked', async () => {
    const inside = await create({ url: 'http://127.0.0.1:9/mcp' })
    const blocked = await test(inside.id)
    assert.deepEqual([blocked.success, blocked.reached, blocked.tools], [true, false, []])
    assert.equal(blocked.error.code, 'blocked_address')

    const echoing = await fakeMcpServer((message, response) => {
      if (message.method !== 'tools/list') return false
      const error = { code: -1, message: `who is ${canary}?` }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }))
      return true
    })
    const guardedFetch = createGuardedFetch({ allow: ['127.0.0.1'] })
    const other = await startApp({ guardedFetch })
    try {
      const body = { name: 'echoing', url: echoing.url, headers: { Authorization: `Bearer ${canary}` } }
      const { id } = (await other.api.post(path, body)).body.mcp_server
      const refused = (await other.api.post(`${path}/${id}/test`)).body
      assert.equal(refused.error.code, 'rpc_error')
      assert.match(refused.error.message, /who is \*\*\*\?/)
    } finally {
      await Promise.all([other.close(), echoing.stop()])
    }
  })

  it('are refused with invalid headers or addresses', async () => {
    const refused = async (body: object, location: string) =>
      assertRefused(await app.api.post(path, { name: 'bad', url: fake.url, ...body }), 422, location)
    await refused({ url: 'file:///etc/passwd' }, 'body.url')
    await refused({ url: 'http://user:secret@a.test' }, 'body.url')
    await refused({ headers: { 'a b': 'c' } }, 'body.headers.a b')
    await refused({ headers: { a: 'b\r\nc: d' } }, 'body.headers.a')
    await refused({ headers: { Key: 'a', key: 'b' } }, 'body.headers')
  })

  it('have unique names in their workspace, and are invisible to other workspaces', async () => {
    const { id } = await create({ name: 'taken', headers: { 'X-Key': canary } })
    assertRefused(await app.api.post(path, { name: 'taken', url: fake.url }), 409)
    const { api } = await app.newWorkspace()
    assert.equal((await api.post(path, { name: 'taken', url: fake.url })).status, 201)
    assertRefused(await api.get(`${path}/${id}`), 404)
    assertRefused(await api.patch(`${path}/${id}`, { url: 'https://evil.test' }), 404)
    assertRefused(await api.post(`${path}/${id}/test`), 404)
    assertRefused(await api.delete(`${path}/${id}`), 404)
    assert.equal((await app.api.get(`${path}/${id}`)).body.mcp_server.headers.length, 1)
  })
})
