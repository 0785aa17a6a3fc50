import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { apiOf } from '../kit/api.ts'
import { appOfSuite, startApp, type TestApp } from '../kit/app.ts'
import { recalculate, untilQuiet } from './support/runs.ts'
import { emptySheet, SheetClient } from './support/tables.ts'
import { assertRefused } from './support/templates.ts'
import { createTool, javascript, toolPath } from './support/tools.ts'

const shared = '/api/public/v2/env-vars'

describe('environment variables', () => {
  const app = appOfSuite()
  before(async () => {
    await createTool(app.api, 'weather')
  })

  const scopes = [
    ['of the workspace', shared, 'workspace_env_var'],
    ['of a tool', `${toolPath('weather')}/env-vars`, 'tool_env_var'],
  ] as const

  for (const [scope, path, field] of scopes) {
    it(`${scope} are created, listed, changed and deleted, and never show their value`, async () => {
      const created = await app.api.post(path, { key: 'API_TOKEN', value: 'token-0123456789' })
      assert.equal(created.status, 201, JSON.stringify(created.body))
      const variable = created.body[field]
      assert.deepEqual([variable.key, variable.value_suffix, variable.is_empty], ['API_TOKEN', '6789', false])
      assert.deepEqual('tool_registry_id' in variable, field === 'tool_env_var')
      assert.ok(!JSON.stringify(created.body).includes('token'))
      assert.deepEqual((await app.api.get(path)).body, { success: true, [`${field}s`]: [variable] })
      const updated = await app.api.patch(`${path}/${variable.id}`, { value: 'short' })
      assert.equal(updated.status, 200)
      const { updated_at: _, ...rest } = updated.body[field]
      const { updated_at: __, ...before } = variable
      assert.deepEqual(rest, { ...before, value_suffix: 't' })
      const deleted = await app.api.delete(`${path}/${variable.id}`)
      assert.deepEqual([deleted.status, deleted.body], [200, { success: true }])
      assert.deepEqual((await app.api.get(path)).body[`${field}s`], [])
      const reply = await app.api.delete(`${path}/${variable.id}`)
      assert.deepEqual([reply.status, Object.keys(reply.body)], [404, ['message']])
      const absent = await app.api.patch(`${path}/${variable.id}`, { value: 'x' })
      assert.deepEqual([absent.status, Object.keys(absent.body)], [404, ['message']])
    })

    it(`${scope} may be created without a value`, async () => {
      for (const body of [{ key: 'WAITS' }, { key: 'EMPTY', value: '' }]) {
        const { status, body: answer } = await app.api.post(path, body)
        assert.equal(status, 201)
        assert.deepEqual([answer[field].is_empty, answer[field].value_suffix], [true, ''])
        const filled = await app.api.patch(`${path}/${answer[field].id}`, { value: 'now' })
        assert.equal(filled.body[field].is_empty, false)
      }
    })

    it(`${scope} have unique names within bounds`, async () => {
      assert.equal((await app.api.post(path, { key: 'TWICE', value: 'a' })).status, 201)
      const again = await app.api.post(path, { key: 'TWICE', value: 'secret-of-the-clash' })
      assert.deepEqual([again.status, Object.keys(again.body)], [409, ['message']])
      assert.ok(!again.body.message.includes('secret'))
      for (const key of ['', '1A', 'A-B', 'A B', 'Ä', 'A\n', 'x'.repeat(256)])
        assertRefused(await app.api.post(path, { key, value: 'a' }), 422, 'body.key')
      assert.equal((await app.api.post(path, { key: `_${'x'.repeat(254)}` })).status, 201)
      assertRefused(await app.api.post(path, { value: 'a' }), 422, 'body.key')
      const long = 'x'.repeat(8192)
      const { body } = await app.api.post(path, { key: 'LONG', value: long })
      assertRefused(await app.api.post(path, { key: 'LONGER', value: `${long}x` }), 422, 'body.value')
      const one = `${path}/${body[field].id}`
      assert.equal((await app.api.patch(one, { value: long })).status, 200)
      for (const value of ['', `${long}x`, 'a\u0000b', null, 1])
        assertRefused(await app.api.patch(one, { value }), 422, 'body.value')
      assertRefused(await app.api.patch(one, {}), 422, 'body.value')
    })
  }

  it('of one scope are absent from the other, and from other tools and workspaces', async () => {
    await createTool(app.api, 'one')
    await createTool(app.api, 'two')
    const key = 'SAME_NAME'
    const pathOf = (tool: string) => `${toolPath(tool)}/env-vars`
    const workspaceVariable = (await app.api.post(shared, { key, value: 'a' })).body.workspace_env_var
    const { tool_env_var: one } = (await app.api.post(pathOf('one'), { key, value: 'b' })).body
    assert.equal((await app.api.post(pathOf('two'), { key, value: 'c' })).status, 201)
    assertRefused(await app.api.patch(`${pathOf('two')}/${one.id}`, { value: 'x' }), 404)
    assertRefused(await app.api.delete(`${shared}/${one.id}`), 404)
    assertRefused(await app.api.patch(`${pathOf('one')}/${workspaceVariable.id}`, { value: 'x' }), 404)
    const { api } = await app.newWorkspace()
    assertRefused(await api.patch(`${shared}/${workspaceVariable.id}`, { value: 'x' }), 404)
    assertRefused(await api.get(pathOf('one')), 404)
    assertRefused(await api.post(pathOf('one'), { key: 'NEW' }), 404)
    assert.equal((await api.post(shared, { key, value: 'd' })).status, 201)
  })

  it('created at once under one name give one success', async () => {
    const body = { key: 'RACE', value: 'x' }
    const replies = await Promise.all(Array.from({ length: 8 }, () => app.api.post(shared, body)))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array<number>(7).fill(409)])
  })
})

describe('restricted environment variables', () => {
  let app: TestApp
  let echo: Server
  let origin: string
  const received: string[] = []
  before(async () => {
    // Answers with the received headers in several encodings; /away redirects to another name.
    echo = createServer((request, response) => {
      const token = request.headers.authorization ?? ''
      received.push(`${request.headers.host} ${token}`)
      if (request.url === '/away') {
        response
          .writeHead(307, { location: `http://localhost:${(echo.address() as AddressInfo).port}/` })
          .end()
        return
      }
      response.setHeader('content-type', 'application/json')
      response.end(
        `{"token":${JSON.stringify(token)},"base64":"${Buffer.from(token).toString('base64')}","n":9007199254740993}`,
      )
    })
    await new Promise<void>((resolve) => echo.listen(0, '0.0.0.0', resolve))
    origin = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
    app = await startApp({}, { outboundAllow: ['127.0.0.1', 'localhost'] })
    await app.api.patch('/api/public/v2/workspace', { settings: { sandbox_network: true } })
  })
  after(async () => {
    await app.close()
    echo.closeAllConnections()
    echo.close()
  })

  const secret = 'crm/secret+value-42'
  const restricted = async (restriction: object | null) => {
    const { workspace_env_vars: all } = (await app.api.get(shared)).body
    for (const { id } of all) await app.api.delete(`${shared}/${id}`)
    const created = await app.api.post(shared, { key: 'CRM_TOKEN', value: secret, restriction })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    return created.body.workspace_env_var
  }
  const run = async (tool: string, api = app.api) =>
    (await api.post(`${toolPath(tool)}/test-execute`, {})).body.result
  const keyOf = async (role: string) =>
    apiOf(app.baseUrl, (await app.api.post('/api/public/v2/api-keys', { name: role, role })).body.key)

  it('are shown with their restriction, which is checked and changed', async () => {
    const restriction = {
      role: 'publisher',
      uses: [{ kind: 'tool', id: '7' }],
      hosts: ['CRM.Example.com', '[::1]:80'],
    }
    const created = await restricted(restriction)
    const expected = { ...restriction, hosts: ['crm.example.com', '[::1]:80'] }
    assert.deepEqual(created.restriction, expected)
    const path = `${shared}/${created.id}`
    assert.deepEqual(
      (await app.api.patch(path, { value: 'next-value' })).body.workspace_env_var.restriction,
      expected,
    )
    const freed = await app.api.patch(path, { restriction: null })
    assert.deepEqual(
      [freed.body.workspace_env_var.restriction, freed.body.workspace_env_var.value_suffix],
      [null, 'lue'],
    )
    for (const hosts of [[], ['https://a.b'], ['*.a.b'], ['a b']])
      assert.equal((await app.api.patch(path, { restriction: { hosts } })).status, 422)
    assertRefused(
      await app.api.patch(path, { restriction: { role: 'nobody' } }),
      422,
      'body.restriction.role',
    )
    const audit = (await app.api.get('/api/public/v2/audit-events?operation=update_workspace_env_var')).body
    assert.deepEqual(audit.audit_events[0].given, { restriction: null })
  })

  it('reach the code of the tools and roles that are named', async () => {
    const { tool_registry: named } = await createTool(app.api, 'named', {
      execution: javascript('return env.CRM_TOKEN ? env.CRM_TOKEN.length : null'),
    })
    await createTool(app.api, 'other', { execution: javascript('return env.CRM_TOKEN ?? null') })
    const contributor = await keyOf('contributor')
    await restricted({ uses: [{ kind: 'tool', id: String(named.id) }] })
    assert.deepEqual([(await run('named')).result, (await run('other')).result], [secret.length, null])
    await restricted({ role: 'publisher' })
    assert.deepEqual(
      [(await run('named', contributor)).result, (await run('named')).result],
      [null, secret.length],
    )
  })

  it('bind code that names them to their hosts', async () => {
    const code = (url: string) =>
      javascript(
        `try { return (await fetch(${JSON.stringify(url)})).status } catch (error) { return error.message } // CRM_TOKEN`,
      )
    await createTool(app.api, 'calls', { execution: code(origin) })
    await createTool(app.api, 'calls-away', { execution: code(`${origin}/away`) })
    await createTool(app.api, 'free', {
      execution: javascript(
        `return [Object.keys(env).length, (await fetch(${JSON.stringify(origin)})).status]`,
      ),
    })
    await restricted({ hosts: ['127.0.0.1'] })
    assert.equal((await run('calls')).result, 200)
    assert.match((await run('calls-away')).result, /not among the hosts/)
    await restricted({ hosts: ['crm.example.com'] })
    assert.match((await run('calls')).result, /not among the hosts/)
    assert.deepEqual((await run('free')).result, [0, 200])
  })

  it('are sent by the columns that their restriction names, and masked in the answer', async () => {
    const sheet = await emptySheet(app.api)
    const { id: text } = await sheet.column('text')
    await sheet.add([{ [text]: 'a' }])
    const headers = { authorization: 'Bearer {{CRM_TOKEN}}' }
    const { id } = await sheet.column('echo', 'ENDPOINT', { url: `${origin}/`, headers })
    await untilQuiet(sheet)
    const shown = async (api = app.api) => {
      const statuses = ['COMPLETED', 'FAILED', 'STALE']
      await recalculate(new SheetClient(api, sheet.table, sheet.id), { column_ids: [id], statuses })
      return JSON.stringify(await sheet.cell(0, id))
    }
    await restricted({ uses: [{ kind: 'column', id }], hosts: ['127.0.0.1'], role: 'publisher' })
    received.length = 0
    const cell = await shown()
    assert.ok(received.some((line) => line.endsWith(secret)))
    assert.match(cell, /Bearer \*\*\*/)
    for (const form of [secret, Buffer.from(secret).toString('base64').slice(4, 20)])
      assert.ok(!cell.includes(form), cell)
    assert.match(cell, /9007199254740993/)
    // A job computes the cells with the role of the contributor who started the run.
    assert.match(await shown(await keyOf('contributor')), /may not be used here.*publisher/)
    await restricted({ uses: [{ kind: 'tool', id: '1' }] })
    assert.match(await shown(), /may not be used here.*restricted to other/)
    received.length = 0
    await restricted({ hosts: ['crm.example.com'] })
    assert.match(await shown(), /not among the hosts/)
    assert.deepEqual(received, [])
  })
})
