import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import {
  aFolder,
  assertRefused,
  foldersPath,
  list,
  makeFolder,
  move,
  namesIn,
  resolve,
  update,
} from './support/folders.ts'

describe('folders', () => {
  const app = appOfSuite()
  let api: Api
  let workspace: number
  beforeEach(async () => {
    ;({ api, id: workspace } = await app.newWorkspace())
  })

  it('refuse a workspace_id that is not the workspace of the key, and name the field', async () => {
    const stranger = await app.newWorkspace()
    await makeFolder(api, 'Support')
    for (const id of [stranger.id, 987_654]) {
      const query = `workspace_id=${id}`
      const replies = await Promise.all([
        api.get(`${foldersPath}/resolve-id?path=Support&${query}`),
        api.get(`${foldersPath}/entities?${query}`),
        api.post(foldersPath, { name: 'x', workspace_id: id }),
        api.get(`/api/public/v2/datasets?${query}`),
        api.get(`/api/public/v2/evaluations?${query}`),
        api.post('/api/public/v2/dataset-groups', { name: 'x', workspace_id: id }),
      ])
      for (const reply of replies) {
        assertRefused(reply, 400, 'bad_request')
        assert.match(reply.body.message, /workspace_id/)
      }
    }
  })

  it('are created at the root and in each other', async () => {
    const mapping = { source: 'crm', external_id: 'f1' }
    const root = await api.post(foldersPath, {
      name: 'Support',
      workspace_id: workspace,
      external_ids: [mapping],
    })
    assert.equal(root.status, 201)
    const { id, created_at, updated_at, ...rest } = root.body.folder
    assert.deepEqual(
      [root.body.success, created_at, rest],
      [
        true,
        updated_at,
        { name: 'Support', path: null, workspace_id: workspace, parent_id: null, external_ids: [mapping] },
      ],
    )
    const inner = await makeFolder(api, 'Mails', id)
    const { folder } = (await api.post(foldersPath, { name: 'Drafts', parent_id: inner })).body
    assert.deepEqual(folder.path, [
      { id, name: 'Support' },
      { id: inner, name: 'Mails' },
    ])
  })

  it('have names of their own among siblings, and only there', async () => {
    const id = await makeFolder(api, 'a')
    assertRefused(await api.post(foldersPath, { name: 'a' }), 400, 'name_taken')
    await makeFolder(api, 'A')
    const inner = await makeFolder(api, 'a', id)
    assertRefused(await api.post(foldersPath, { name: 'a', parent_id: id }), 400, 'name_taken')
    await makeFolder(api, 'b', id)
    assertRefused(await update(api, inner, { name: 'b' }), 400, 'name_taken')
    assertRefused(await move(api, [aFolder(inner)]), 400, 'name_taken')
    assertRefused(await update(api, inner, { parent_id: null }), 400, 'name_taken')
    assert.equal((await update(api, inner, { parent_id: null, name: 'c' })).status, 200)
  })

  it('are created once if several calls create the same name at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => api.post(foldersPath, { name: 'one' })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array(7).fill(400)])
    assert.deepEqual(await namesIn(api), ['one'])
  })

  it('are renamed and moved', async () => {
    const [a, b] = [await makeFolder(api, 'a'), await makeFolder(api, 'b')]
    const renamed = await update(api, a, { name: 'new' })
    assert.deepEqual([renamed.status, renamed.body.folder.name, renamed.body.folder.path], [200, 'new', null])
    const moved = await update(api, a, { parent_id: b })
    assert.deepEqual([moved.body.folder.parent_id, moved.body.folder.path], [b, [{ id: b, name: 'b' }]])
    assert.equal((await update(api, a, { name: 'new' })).body.folder.parent_id, b)
    assert.equal((await update(api, a, { parent_id: null })).body.folder.parent_id, null)
    assertRefused(await update(api, a, {}), 422)
    assertRefused(await update(api, 999_999, { name: 'x' }), 404)
    assertRefused(await update(api, a, { parent_id: 999_999 }), 404)
  })

  it('cannot be moved into themselves', async () => {
    const a = await makeFolder(api, 'a')
    const b = await makeFolder(api, 'b', a)
    const c = await makeFolder(api, 'c', b)
    for (const target of [a, b, c]) {
      assertRefused(await update(api, a, { parent_id: target }), 400)
      assertRefused(await move(api, [aFolder(a)], target), 400)
    }
  })

  it('cannot both be moved into each other by calls at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await makeFolder(api, `a${round}`), await makeFolder(api, `b${round}`)]
      const replies = await Promise.all([
        update(api, a, { parent_id: b }),
        round % 2 ? move(api, [aFolder(b)], a) : update(api, b, { parent_id: a }),
      ])
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400])
      const both = (await list(api, '?flatten=true')).filter(({ id }) => id === a || id === b)
      assert.deepEqual(both.map(({ path }) => path.length).sort(), [0, 1])
    }
  })

  it('nest 32 levels deep and no deeper', async () => {
    let parent: number | null = null
    for (let level = 0; level < 32; level++) parent = await makeFolder(api, `level ${level}`, parent)
    assertRefused(await api.post(foldersPath, { name: 'more', parent_id: parent }), 400)
  })

  it('are resolved by their paths', async () => {
    const a = await makeFolder(api, 'My Folder')
    const b = await makeFolder(api, 'v1.2', a)
    const c = await makeFolder(api, 'Sub', b)
    for (const path of ['My Folder.v1.2.Sub', 'My Folder/v1.2/Sub', 'My Folder/v1.2.Sub']) {
      const reply = await resolve(api, path)
      assert.deepEqual([reply.status, reply.body], [200, { id: c }], path)
    }
    assertRefused(await resolve(api, 'my folder'), 404, 'not_found')
    assertRefused(await resolve(api, '/My Folder.v1.2'), 404, 'not_found')
    assertRefused(await resolve(api, ''), 422)
    const v1 = await makeFolder(api, 'v1', a)
    const other = await makeFolder(api, '2', v1)
    const both = await resolve(api, 'My Folder.v1.2')
    assertRefused(both, 400)
    assert.match(both.body.message, new RegExp(`: ${b} \\(.*v1\\.2\\), ${other} \\(.*v1 > 2\\)`))
    assert.deepEqual((await resolve(api, 'My Folder/v1.2')).body, { id: b })
    assert.deepEqual((await resolve(api, 'My Folder/v1/2')).body, { id: other })
  })

  it('carry external ids', async () => {
    const [a, b] = [await makeFolder(api, 'a'), await makeFolder(api, 'b')]
    const mapping = { source: 'crm', external_id: 'x/1' }
    const path = (id: number) => `${foldersPath}/${id}/external-ids`
    for (let time = 0; time < 2; time++) {
      const attached = await api.post(path(a), mapping)
      assert.deepEqual([attached.status, attached.body], [201, { success: true, external_id: mapping }])
    }
    assertRefused(await api.post(path(b), mapping), 409)
    assertRefused(await api.post(foldersPath, { name: 'c', external_ids: [mapping] }), 409)
    assert.deepEqual(await namesIn(api), ['a', 'b'])
    assert.deepEqual((await api.get(path(a))).body.external_ids, [mapping])
    assert.equal((await api.delete(`${path(a)}/crm/x%2F1`)).status, 200)
    assertRefused(await api.delete(`${path(a)}/crm/x%2F1`), 404)
    assertRefused(await api.get(path(999_999)), 404)
    assert.equal((await api.post(path(b), mapping)).status, 201)
  })
})
