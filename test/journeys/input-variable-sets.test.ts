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
      input_variable_set: { id, name: 'second', folder_id: null, variables, created_at, updated_at },
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

  it('are in folders, and are deleted with them', async () => {
    const folders = '/api/public/v2/folders'
    const { id: folder_id } = (await app.api.post(folders, { name: 'Cases' })).body.folder
    const body = { name: 'in a folder', variables: { city: 'Reykjavik' }, folder_id }
    const { id } = (await app.api.post(path, body)).body.input_variable_set
    assertRefused(await app.api.post(path, { ...body, name: 'nowhere', folder_id: 987_654 }), 404)
    const entities = async (query: string) =>
      (await app.api.get(`${folders}/entities?${query}`)).body.entities.map(
        (entity: { type: string; id: number }) => [entity.type, entity.id],
      )
    const own = ['INPUT_VARIABLE_SET', id]
    assert.deepEqual(await entities(`folder_id=${folder_id}`), [own])
    assert.deepEqual(await entities('flatten=true&search_query=reykjavik'), [own])
    const moved = { entities: [{ id, type: 'INPUT_VARIABLE_SET' }], folder_id: null }
    assert.deepEqual((await app.api.post(`${folders}/entities`, moved)).body, { moved_count: 1 })
    assert.deepEqual(await entities(`folder_id=${folder_id}`), [])
    assert.equal((await app.api.get(`${path}/${id}`)).body.input_variable_set.folder_id, null)
    await app.api.post(`${folders}/entities`, { ...moved, folder_id })
    const gone = await app.api.delete(`${folders}/entities`, undefined, {
      entities: [{ id: folder_id, type: 'FOLDER' }],
      cascade: true,
    })
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    assertRefused(await app.api.get(`${path}/${id}`), 404)
  })
})
