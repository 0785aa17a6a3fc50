import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { collections, create, filesIn, pathOf, save } from './support/skills.ts'

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('skill collections', () => {
  const app = appOfSuite()

  it('are created with a first version and read by id and name', async () => {
    const files = { 'SKILL.md': 'Grüße 🦆', 'a/b.txt': '' }
    const created = await create(app.api, 'hello skills', files, { commit_message: 'first' })
    const { id } = created.skill_collection
    assert.match(id, uuid7)
    assert.deepEqual(created.external_ids, [])
    assert.equal(created.skill_collection.root_path, 'hello skills')
    assert.equal(created.skill_collection.is_deleted, false)
    for (const identifier of [id, id.toUpperCase(), 'hello skills']) {
      const { status, body } = await app.api.get(pathOf(identifier))
      assert.equal(status, 200)
      assert.deepEqual(body.skill_collection, created.skill_collection)
      assert.deepEqual(body.files, files)
      assert.deepEqual(body.version, created.version)
    }
    const { version } = created
    assert.deepEqual(
      [version.number, version.commit_message, version.release_label, version.file_paths],
      [1, 'first', null, ['SKILL.md', 'a/b.txt']],
    )
  })

  it('may have a first version without files', async () => {
    const created = await create(app.api, 'empty')
    assert.deepEqual([created.version.number, created.version.file_paths], [1, []])
    assert.deepEqual(await filesIn(app.api, 'empty'), {})
  })

  it('have unique names, also when two are created at once', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 5 }, () => app.api.post(collections, { name: 'wanted' })),
    )
    assert.deepEqual(attempts.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
    const refused = attempts.find(({ status }) => status === 409)!
    assert.deepEqual(refused.body, {
      success: false,
      message: 'The workspace has a skill collection of this name.',
    })
    for (const name of ['a/b', '', 'x'.repeat(256), '019aa1f0-32a2-7a5e-9c1d-2f0b6f6f8e11', 'a\u0000'])
      assert.equal((await app.api.post(collections, { name })).status, 422, name)
  })

  it('are renamed, and earlier versions keep their root path', async () => {
    const { skill_collection: before } = await create(app.api, 'old name')
    const { status, body } = await app.api.patch(pathOf('old name'), { name: 'new name' })
    assert.equal(status, 200)
    const { name, root_path, id } = body.skill_collection
    assert.deepEqual([name, root_path, id], ['new name', 'new name', before.id])
    assert.equal((await app.api.get(pathOf('old name'))).status, 404)
    const version = await save(app.api, 'new name', { commit_message: 'after' })
    assert.equal(version.root_path_at_version, 'new name')
    const first = await app.api.get(`${pathOf('new name')}?version=1`)
    assert.equal(first.body.version.root_path_at_version, 'old name')
    await create(app.api, 'old name')
    const clash = await app.api.patch(pathOf('old name'), { name: 'new name' })
    assert.equal(clash.status, 422)
    assert.deepEqual(clash.body.detail[0].loc, ['body', 'name'])
    for (const unchanged of [{}, { name: null }, { name: 'new name' }]) {
      const same = await app.api.patch(pathOf('new name'), unchanged)
      assert.equal(same.status, 200)
      assert.equal(same.body.skill_collection.name, 'new name')
    }
  })

  it('are listed, sorted and filtered', async () => {
    const own = await app.newWorkspace()
    const list = async (query = '') => {
      const { status, body } = await own.api.get(`${collections}${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.skill_collections.map(({ name }: { name: string }) => name)
    }
    assert.deepEqual(await list(), [])
    for (const name of ['b', 'c', 'a']) {
      await create(own.api, name, {}, { external_ids: [{ source: 'git', external_id: name }] })
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await save(own.api, 'c', { commit_message: 'touched' })
    assert.deepEqual(await list(), ['a', 'c', 'b'])
    assert.deepEqual(await list('?sort_by=name&sort_order=asc'), ['a', 'b', 'c'])
    assert.deepEqual(await list('?sort_by=updated_at'), ['c', 'a', 'b'])
    assert.deepEqual(await list('?sort_by=id&sort_order=asc'), ['b', 'c', 'a'])
    assert.deepEqual(await list('?external_source=git&external_id=c'), ['c'])
    assert.deepEqual(await list('?external_source=svn&external_id=c'), [])
    assert.deepEqual(await list('?created_by_email=a@b.c'), [])
    const { body } = await own.api.get(pathOf('b'))
    const { created_at } = body.skill_collection
    assert.deepEqual(await list(`?created_before=${created_at}`), ['b'])
    assert.deepEqual(await list(`?created_after=${created_at}&sort_by=name&sort_order=asc`), ['a', 'b', 'c'])
    assert.deepEqual(await list('?updated_after=2100-01-01'), [])
    assert.deepEqual(await list('?updated_before=2100-01-01T00:00:00Z&sort_by=name'), ['c', 'b', 'a'])
    assert.equal((await own.api.get(`${collections}?external_source=git`)).status, 422)
    assert.equal((await own.api.get(`${collections}?sort_by=provider`)).status, 422)
  })

  it('with the same name and content in two workspaces are independent', async () => {
    const stranger = await app.newWorkspace()
    await create(app.api, 'mine', { 'a.md': 'the same content' })
    await create(stranger.api, 'mine', { 'b.md': 'the same content' })
    assert.deepEqual(await filesIn(stranger.api, 'mine'), { 'b.md': 'the same content' })
    assert.deepEqual(await filesIn(app.api, 'mine'), { 'a.md': 'the same content' })
  })

  it('have external ids', async () => {
    const external = { source: 'git', external_id: 'repo/one' }
    const created = await create(app.api, 'mapped', {}, { external_ids: [external] })
    const { id } = created.skill_collection
    assert.deepEqual(created.external_ids, [external])
    assert.deepEqual(created.skill_collection.external_ids, [external])
    const clash = await app.api.post(collections, { name: 'second', external_ids: [external] })
    assert.deepEqual([clash.status, clash.body.success], [409, false])
    assert.equal((await app.api.get(pathOf('second'))).status, 404)
    const path = `${collections}/${id}/external-ids`
    const other = { source: 'crm', external_id: '7' }
    assert.equal((await app.api.post(path, other)).status, 201)
    assert.equal((await app.api.post(path, other)).status, 201)
    assert.deepEqual((await app.api.get(path)).body.external_ids, [other, external])
    assert.equal((await app.api.delete(`${path}/git/repo%2Fone`)).status, 200)
    assert.equal((await app.api.delete(`${path}/git/repo%2Fone`)).status, 404)
    assert.deepEqual((await app.api.get(path)).body.external_ids, [other])
    await create(app.api, 'second', {}, { external_ids: [external] })
  })
})
