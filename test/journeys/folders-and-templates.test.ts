import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { aFolder, aPrompt, makeFolder, makePrompt, move, namesIn, remove } from './support/folders.ts'

describe('templates in folders', () => {
  const app = appOfSuite()
  let api: Api
  beforeEach(async () => {
    ;({ api } = await app.newWorkspace())
  })

  const folderOfTemplate = async () => {
    const [item] = (await api.get('/prompt-templates')).body.items
    return [item.folder_id, item.parent_folder_name, item.full_folder_path]
  }

  it('have the path of their folder', async () => {
    const top = await makeFolder(api, 'top')
    const inner = await makeFolder(api, 'inner', top)
    const id = await makePrompt(api, 'p', inner)
    assert.deepEqual(await folderOfTemplate(), [inner, 'inner', 'top/inner'])
    await move(api, [aPrompt(id)], top)
    assert.deepEqual(await folderOfTemplate(), [top, 'top', 'top'])
    await move(api, [aPrompt(id)])
    assert.deepEqual(await folderOfTemplate(), [null, null, null])
  })

  it('stay in their folder when a version is published with another folder', async () => {
    const [a, b] = [await makeFolder(api, 'a'), await makeFolder(api, 'b')]
    await makePrompt(api, 'p', a)
    await makePrompt(api, 'p', b)
    await makePrompt(api, 'p')
    assert.deepEqual(await folderOfTemplate(), [a, 'a', 'a'])
  })

  it('are not published into a folder that is not there', async () => {
    const stranger = await app.newWorkspace()
    const theirs = await makeFolder(stranger.api, 'theirs')
    for (const folder of [theirs, 999_999])
      await assert.rejects(makePrompt(api, 'p', folder), /There is no such folder.*404/s)
    assert.deepEqual(await namesIn(api), [])
  })

  it('are published, or their folder is deleted, if both are tried at once', async () => {
    for (let round = 0; round < 8; round++) {
      const folder = await makeFolder(api, `f${round}`)
      const [published, deleted] = await Promise.allSettled([
        makePrompt(api, `p${round}`, folder),
        remove(api, [aFolder(folder)]),
      ])
      assert.ok(deleted.status === 'fulfilled')
      assert.equal(deleted.value.status === 200, published.status === 'rejected')
    }
  })

  it('answer 404 right after their deletion, although the registry is cached', async () => {
    const id = await makePrompt(api, 'p')
    assert.equal((await api.post(`/prompt-templates/${id}`, {})).status, 200)
    assert.equal((await api.post('/prompt-templates/p', {})).status, 200)
    assert.deepEqual((await remove(api, [aPrompt(id)])).body, { moved_count: 1 })
    assert.equal((await api.post(`/prompt-templates/${id}`, {})).status, 404)
    assert.equal((await api.post('/prompt-templates/p', {})).status, 404)
  })

  it('stay linked to their logged requests after their deletion', async () => {
    const id = await makePrompt(api, 'p')
    const chat = { type: 'chat', messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] }
    const logged = await api.post('/log-request', {
      provider: 'openai',
      model: 'm',
      input: chat,
      output: chat,
      request_start_time: '2026-11-20T10:00:00Z',
      request_end_time: '2026-11-20T10:00:01Z',
      prompt_id: id,
      prompt_version_number: 1,
    })
    assert.equal(logged.status, 200, JSON.stringify(logged.body))
    await remove(api, [aPrompt(id)])
    const read = await api.get(`/api/public/v2/requests/${logged.body.id}`)
    assert.deepEqual([read.status, read.body.prompt_id, read.body.prompt_version_number], [200, id, 1])
  })

  it('stay cached when a folder is created, and not when a template moves', async () => {
    const revision = async () =>
      (await app.context.store.db.selectFrom('workspaces').selectAll().execute())
        .map((row) => row.registry_revision)
        .reduce((sum, one) => sum + one, 0)
    const id = await makePrompt(api, 'p')
    const before = await revision()
    const folder = await makeFolder(api, 'a')
    assert.equal(await revision(), before)
    await move(api, [aPrompt(id)], folder)
    assert.equal(await revision(), before + 1)
  })
})
