import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../kit/app.ts'
import { assertRefused } from './support/templates.ts'
import { createTool, toolPath } from './support/tools.ts'

const shared = '/api/public/v2/env-vars'

describe('environment variables', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
    await createTool(app.api, 'weather')
  })
  after(() => app.close())

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
      const gone = await app.api.delete(`${path}/${variable.id}`)
      assert.deepEqual([gone.status, Object.keys(gone.body)], [404, ['message']])
      const absent = await app.api.patch(`${path}/${variable.id}`, { value: 'x' })
      assert.deepEqual([absent.status, Object.keys(absent.body)], [404, ['message']])
    })

    it(`${scope} may wait for their value`, async () => {
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
    const of = (tool: string) => `${toolPath(tool)}/env-vars`
    const workspaceVariable = (await app.api.post(shared, { key, value: 'a' })).body.workspace_env_var
    const { tool_env_var: one } = (await app.api.post(of('one'), { key, value: 'b' })).body
    assert.equal((await app.api.post(of('two'), { key, value: 'c' })).status, 201)
    assertRefused(await app.api.patch(`${of('two')}/${one.id}`, { value: 'x' }), 404)
    assertRefused(await app.api.delete(`${shared}/${one.id}`), 404)
    assertRefused(await app.api.patch(`${of('one')}/${workspaceVariable.id}`, { value: 'x' }), 404)
    const { api } = await app.newWorkspace()
    assertRefused(await api.patch(`${shared}/${workspaceVariable.id}`, { value: 'x' }), 404)
    assertRefused(await api.get(of('one')), 404)
    assertRefused(await api.post(of('one'), { key: 'NEW' }), 404)
    assert.equal((await api.post(shared, { key, value: 'd' })).status, 201)
  })

  it('created at once under one name give one success', async () => {
    const body = { key: 'RACE', value: 'x' }
    const replies = await Promise.all(Array.from({ length: 8 }, () => app.api.post(shared, body)))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array<number>(7).fill(409)])
  })
})
