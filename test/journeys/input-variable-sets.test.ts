import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../kit/app.ts'
import { assertRefused } from './support/templates.ts'

const path = '/api/public/v2/input-variable-sets'

describe('input variable sets', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  const create = (name: string, variables: unknown = {}) => app.api.post(path, { name, variables })
  const listed = async () => (await app.api.get(path)).body.input_variable_sets

  it('are created, read, changed, listed by name and deleted', async () => {
    const variables = { city: 'Zürich', items: [1, null, { deep: '\u0000 ✓' }], '': 'empty name' }
    const created = await create('second', variables)
    assert.equal(created.status, 201)
    const { id, created_at, updated_at } = created.body.input_variable_set
    assert.deepEqual(created.body, {
      success: true,
      input_variable_set: { id, name: 'second', variables, created_at, updated_at },
    })
    await create('first')
    assert.deepEqual(
      (await listed()).map(({ name, variables }: Record<string, unknown>) => [name, variables]),
      [
        ['first', undefined],
        ['second', undefined],
      ],
    )
    assert.deepEqual((await app.api.get(`${path}/${id}`)).body, created.body)
    const renamed = await app.api.patch(`${path}/${id}`, { name: 'third' })
    assert.deepEqual(
      [renamed.status, renamed.body.input_variable_set.name, renamed.body.input_variable_set.variables],
      [200, 'third', variables],
    )
    const changed = await app.api.patch(`${path}/${id}`, { variables: { city: 'Oslo' } })
    assert.deepEqual(changed.body.input_variable_set.variables, { city: 'Oslo' })
    assert.equal(changed.body.input_variable_set.name, 'third')
    assert.deepEqual((await app.api.delete(`${path}/${id}`)).body, { success: true })
    for (const reply of [
      await app.api.get(`${path}/${id}`),
      await app.api.patch(`${path}/${id}`, {}),
      await app.api.delete(`${path}/${id}`),
    ])
      assertRefused(reply, 404)
  })

  it('have names of their own, also when they are created at once', async () => {
    const statuses = (await Promise.all([1, 2, 3].map(() => create('only one')))).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [201, 409, 409])
    const { body } = await create('another')
    const clash = await app.api.patch(`${path}/${body.input_variable_set.id}`, { name: 'only one' })
    assertRefused(clash, 409)
    assert.equal(clash.body.error, 'conflict')
    const other = await app.newWorkspace()
    assert.equal((await other.api.post(path, { name: 'only one', variables: {} })).status, 201)
  })

  it('are refused when they are not objects, or have no name', async () => {
    assertRefused(await create('list', []), 422, 'body.variables')
    assertRefused(await create('', {}), 422, 'body.name')
    assertRefused(await app.api.post(path, { name: 'lone', variables: {}, folder: 1 }), 422, 'body.folder')
  })

  it('belong to their workspace', async () => {
    const { body } = await create('mine', { a: 1 })
    const own = `${path}/${body.input_variable_set.id}`
    const { api } = await app.newWorkspace()
    assertRefused(await api.get(own), 404)
    assertRefused(await api.patch(own, { name: 'theirs' }), 404)
    assertRefused(await api.delete(own), 404)
    assert.deepEqual((await api.get(path)).body.input_variable_sets, [])
    assert.equal((await app.api.get(own)).body.input_variable_set.name, 'mine')
  })
})
