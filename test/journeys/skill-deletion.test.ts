import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { restorableMilliseconds } from '../../src/engine/restorable.ts'
import { apiOf, bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { collections, create, filesIn, pathOf, save } from './support/skills.ts'

const deleted = '/api/public/v2/deleted-skill-collections'

describe('the list and the deletion of skill collections', () => {
  const app = appOfSuite()

  it('the list has the latest version, its files, and labels with their versions', async () => {
    const { api } = await app.newWorkspace()
    await create(api, 'plain', { 'a.md': 'a', 'b.md': 'b' })
    await create(api, 'labelled')
    await save(api, 'labelled', { file_updates: [{ path: 'SKILL.md', content: 'x' }], release_label: 'prod' })
    await save(api, 'labelled', { deletes: ['SKILL.md'], release_label: 'staging' })
    await save(api, 'labelled', { commit_message: 'nothing else' })
    const { skill_collections } = bodyOf(await api.get(`${collections}?sort_by=name&sort_order=asc`))
    const shown = skill_collections.map(
      ({ name, latest_version_number, file_count, labels, author }: Record<string, unknown>) => [
        name,
        latest_version_number,
        file_count,
        labels,
        author,
      ],
    )
    assert.deepEqual(shown, [
      [
        'labelled',
        4,
        0,
        [
          { name: 'staging', version_number: 3 },
          { name: 'prod', version_number: 2 },
        ],
        null,
      ],
      ['plain', 1, 2, [], null],
    ])
  })

  it('a deleted collection cannot be read, and comes back with versions, labels and external ids', async () => {
    const { api, id: workspace } = await app.newWorkspace()
    const stranger = await app.newWorkspace()
    const mapping = { source: 'git', external_id: 'repo' }
    const { id } = (await create(api, 'desk', { 'SKILL.md': 'one' }, { external_ids: [mapping] }))
      .skill_collection
    await save(api, 'desk', { file_updates: [{ path: 'SKILL.md', content: 'two' }], release_label: 'prod' })
    assert.equal((await stranger.api.delete(pathOf(id))).status, 404)
    const viewer = bodyOf(await api.post('/api/public/v2/api-keys', { name: 'viewer', role: 'viewer' }), 201)
    assert.equal((await apiOf(app.baseUrl, viewer.key).delete(pathOf(id))).status, 403)

    assert.deepEqual(bodyOf(await api.delete(pathOf('desk'))), { success: true })
    assert.equal((await api.delete(pathOf('desk'))).status, 404)
    for (const identifier of ['desk', id]) assert.equal((await api.get(pathOf(identifier))).status, 404)
    assert.equal((await api.post(`${pathOf(id)}/versions`, { commit_message: 'late' })).status, 404)
    assert.deepEqual(bodyOf(await api.get(collections)).skill_collections, [])
    const listed = bodyOf(await api.get(`${deleted}?q=DES`)).skill_collections
    assert.deepEqual(
      listed.map((row: { id: string; name: string }) => [row.id, row.name]),
      [[id, 'desk']],
    )
    assert.equal((await stranger.api.post(`${deleted}/${id}/restore`)).status, 404)

    await create(api, 'desk')
    assert.equal((await api.post(`${deleted}/${id}/restore`)).status, 409)
    bodyOf(await api.delete(pathOf('desk')))
    const restored = bodyOf(await api.post(`${deleted}/${id}/restore`, { name: 'desk again' }))
    assert.deepEqual(restored.skill_collection, { id, name: 'desk again' })
    assert.deepEqual(await filesIn(api, 'desk again', '?label=prod'), { 'SKILL.md': 'two' })
    assert.deepEqual(await filesIn(api, id, '?version=1'), { 'SKILL.md': 'one' })
    const ids = bodyOf(await api.get(`${collections}/${id}/external-ids`)).external_ids
    assert.deepEqual(ids, [mapping])
    // A collection that is not deleted stays as it is.
    const again = bodyOf(await api.post(`${deleted}/${id}/restore`, { name: 'other' }))
    assert.equal(again.skill_collection.name, 'desk again')

    bodyOf(await api.delete(pathOf(id)))
    const long = Date.now() - restorableMilliseconds - 60_000
    await app.context.store.transact((tx) =>
      tx
        .updateTable('skill_collections')
        .set({ deleted_at: long })
        .where('workspace_id', '=', workspace)
        .where('id', '=', id)
        .execute(),
    )
    assert.equal((await api.post(`${deleted}/${id}/restore`)).status, 404)
  })
})
