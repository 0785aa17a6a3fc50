import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import {
  assertRefused,
  pathOf,
  publication,
  publish,
  readRaw,
  textsOf,
  userChat,
} from './support/templates.ts'

describe('publishing by external id', () => {
  const app = appOfSuite()

  const put = (
    source: string,
    external: string,
    name: string,
    words: string,
    options?: Parameters<typeof publication>[2],
  ) =>
    app.api.put(
      `/prompt-templates/by-external-id/${encodeURIComponent(source)}/${encodeURIComponent(external)}`,
      publication(name, userChat(words), options),
    )

  it('creates the template and the mapping, and after that new versions', async () => {
    const created = await put('cms', 'mail/1', 'mail', 'one', { labels: ['prod'] })
    assert.equal(created.status, 201)
    assert.deepEqual([created.body.version_number, created.body.release_labels], [1, ['prod']])
    assert.deepEqual(created.body.external_ids, [{ source: 'cms', external_id: 'mail/1' }])
    const next = await put('cms', 'mail/1', 'mail', 'two', { tags: ['t'], labels: ['prod'] })
    assert.deepEqual([next.status, next.body.id, next.body.version_number], [200, created.body.id, 2])
    assert.equal((await readRaw(app.api, 'mail', '?label=prod')).version, 2)
  })

  it('uses the mapping, not the name in the body', async () => {
    const created = await put('cms', 'named', 'first name', 'one')
    const next = await put('cms', 'named', 'another name', 'two')
    assert.deepEqual([next.status, next.body.id, next.body.prompt_name], [200, created.body.id, 'first name'])
    assertRefused(await app.api.get(pathOf('another name')), 404)
  })

  it('adds the mapping to an existing template of the name', async () => {
    const { id } = await publish(app.api, 'was there', userChat('one'))
    const reply = await put('cms', 'new mapping', 'was there', 'two')
    assert.deepEqual([reply.status, reply.body.id, reply.body.version_number], [201, id, 2])
    const again = await put('erp', 'second mapping', 'was there', 'three')
    assert.deepEqual([again.status, again.body.external_ids.length], [201, 2])
  })

  it('writes no version if another mapping of the body is taken', async () => {
    await publish(app.api, 'owner', userChat('Hi'), { externalIds: [{ source: 'crm', external_id: 'x' }] })
    const clash = { externalIds: [{ source: 'crm', external_id: 'x' }] }
    const refused = await put('cms', 'clashing', 'never made', 'Hi', clash)
    assertRefused(refused, 409)
    assert.deepEqual(Object.keys(refused.body), ['success', 'message'])
    assertRefused(await app.api.get(pathOf('never made')), 404)
    await put('cms', 'stays', 'stays', 'one')
    assertRefused(await put('cms', 'stays', 'stays', 'two', clash), 409)
    assert.equal((await readRaw(app.api, 'stays')).version, 1)
    assert.equal((await put('cms', 'clashing', 'made after all', 'Hi')).status, 201)
  })

  it('creates one template from concurrent calls', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => put('cms', 'race', 'raced', `words ${index}`)),
    )
    const statuses = replies.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 201])
    assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
    const numbers = replies.map(({ body }) => body.version_number).sort()
    assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('refuses the same values and bodies as the other calls', async () => {
    assertRefused(await put('s'.repeat(129), 'e', 'x', 'Hi'), 422, 'path.source')
    assertRefused(await put('s', 'e'.repeat(513), 'x', 'Hi'), 422, 'path.external_id')
    assert.equal((await put('s'.repeat(128), 'ä'.repeat(512), 'longest', 'Hi')).status, 201)
    const empty = await app.api.put('/prompt-templates/by-external-id/s/e', {})
    assertRefused(empty, 422, 'body.prompt_template', 'body.prompt_version')
  })

  it('uses the mappings of its own workspace only', async () => {
    await put('cms', 'ours', 'ours', 'Hi')
    const stranger = await app.newWorkspace()
    const body = publication('theirs', userChat('Theirs'))
    assert.equal((await stranger.api.put('/prompt-templates/by-external-id/cms/ours', body)).status, 201)
    assert.deepEqual(textsOf((await readRaw(app.api, 'ours')).prompt_template), ['Hi'])
  })
})
