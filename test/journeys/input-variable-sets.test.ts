import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { restorableMilliseconds } from '../../src/engine/restorable.ts'
import { appOfSuite } from '../kit/app.ts'
import { assertRefused } from './support/templates.ts'

const path = '/api/public/v2/input-variable-sets'
const deletedPath = '/api/public/v2/deleted-input-variable-sets'

describe('input variable sets', () => {
  const app = appOfSuite()

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

  it('have unique names, also when they are created at the same time', async () => {
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
    const reply = await app.api.delete(`${folders}/entities`, undefined, {
      entities: [{ id: folder_id, type: 'FOLDER' }],
      cascade: true,
    })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assertRefused(await app.api.get(`${path}/${id}`), 404)
    const { body: restored } = await app.api.post(`${deletedPath}/${id}/restore`)
    assert.deepEqual(restored.input_variable_set, { id, name: 'in a folder' })
    const { input_variable_set } = (await app.api.get(`${path}/${id}`)).body
    assert.deepEqual(
      [input_variable_set.variables, input_variable_set.folder_id],
      [{ city: 'Reykjavik' }, null],
    )
  })

  it('are restored for 30 days, in their workspace, under a new name if theirs is taken', async () => {
    const { api, id: workspace } = await app.newWorkspace()
    const other = await app.newWorkspace()
    const make = async (name: string, city: string) =>
      (await api.post(path, { name, variables: { city } })).body.input_variable_set.id as number
    const names = async (from: typeof api, query = '') =>
      (await from.get(`${deletedPath}${query}`)).body.input_variable_sets.map(
        ({ name }: { name: string }) => name,
      )
    const former = await make('customer', 'Berlin')
    await api.delete(`${path}/${former}`)
    assertRefused(await api.patch(`${path}/${former}`, { name: 'changed' }), 404)
    assert.deepEqual([await names(api, '?q=CUST'), await names(api, '?q=no such')], [['customer'], []])
    assert.deepEqual(await names(other.api), [])
    const restore = (from: typeof api, body?: object) => from.post(`${deletedPath}/${former}/restore`, body)
    assertRefused(await restore(other.api), 404)

    await make('customer', 'Oslo')
    assertRefused(await restore(api), 409)
    const restored = await restore(api, { name: 'customer of before' })
    assert.deepEqual(restored.body.input_variable_set, { id: former, name: 'customer of before' })
    const again = await restore(api, { name: 'other' })
    assert.equal(again.body.input_variable_set.name, 'customer of before')
    assert.deepEqual((await api.get(`${path}/${former}`)).body.input_variable_set.variables, {
      city: 'Berlin',
    })
    assert.deepEqual(await names(api), [])

    await api.delete(`${path}/${former}`)
    const long = Date.now() - restorableMilliseconds - 1_000
    await app.context.store.transact((tx) =>
      tx
        .updateTable('input_variable_sets')
        .set({ deleted_at: long })
        .where('workspace_id', '=', workspace)
        .where('id', '=', former)
        .execute(),
    )
    assert.deepEqual(await names(api), [])
    assertRefused(await restore(api), 404)
  })
})
