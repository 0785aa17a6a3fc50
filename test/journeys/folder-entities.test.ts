import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import {
  aFolder,
  aPrompt,
  assertRefused,
  entitiesPath,
  list,
  makeFolder,
  makePrompt,
  move,
  namesIn,
  remove,
} from './support/folders.ts'

describe('entities in folders', () => {
  const app = appOfSuite()
  let api: Api
  beforeEach(async () => {
    ;({ api } = await app.newWorkspace())
  })

  it('are listed one level at a time, or all levels together', async () => {
    const top = await makeFolder(api, 'top')
    const inner = await makeFolder(api, 'inner', top)
    const atRoot = await makePrompt(api, 'at root')
    await makePrompt(api, 'in top', top, { tags: ['x'] })
    const deep = await makePrompt(api, 'deep', inner, {
      completion: true,
      external_ids: [{ source: 's', external_id: 'e' }],
    })
    assert.deepEqual(await namesIn(api), ['top', 'at root'])
    assert.deepEqual(await namesIn(api, `?folder_id=${top}`), ['inner', 'in top'])
    assert.deepEqual(await namesIn(api, `?folder_id=${top}&flatten=true`), ['inner', 'in top', 'deep'])
    assert.deepEqual(await namesIn(api, '?flatten=true'), ['top', 'inner', 'at root', 'in top', 'deep'])
    const [first, , third, , last] = await list(api, '?flatten=true&include_metadata=true')
    assert.deepEqual([first?.path, first?.metadata, first?.folder_id], [[], {}, null])
    assert.deepEqual(
      [third?.id, third?.type, third?.metadata],
      [atRoot, 'PROMPT', { type: 'chat', latest_version_number: 1 }],
    )
    assert.deepEqual(
      [last?.id, last?.type, last?.path, last?.folder_id, last?.metadata, last?.external_ids],
      [
        deep,
        'SNIPPET',
        ['top', 'inner'],
        inner,
        { type: 'completion', latest_version_number: 1 },
        [{ source: 's', external_id: 'e' }],
      ],
    )
    assert.equal((await list(api))[0]?.metadata, null)
  })

  it('are filtered and sorted', async () => {
    const top = await makeFolder(api, 'Greetings', null, {
      external_ids: [{ source: 's', external_id: 'f' }],
    })
    await makePrompt(api, 'hello', top, { text: 'Say "good\nmorning" to Ümit.', tags: ['Red', 'big'] })
    await makePrompt(api, 'good bye', top, { completion: true, tags: ['red'] })
    await makePrompt(api, 'other', null, { external_ids: [{ source: 's', external_id: 'p' }] })
    const flat = (query: string) => namesIn(api, `?flatten=true&${query}`)
    assert.deepEqual(await flat('filter_type=SNIPPET'), ['good bye'])
    assert.deepEqual(await flat('filter_type=PROMPT&filter_type=FOLDER'), ['Greetings', 'hello', 'other'])
    assert.deepEqual(await flat('filter_type=PROMPT,FOLDER'), ['Greetings', 'hello', 'other'])
    assert.deepEqual(await flat('filter_type=WORKFLOW'), [])
    assert.deepEqual(await flat('search_query=GREET'), ['Greetings'])
    assert.deepEqual(await flat('search_query=good'), ['good bye', 'hello'])
    assert.deepEqual(await flat('search_query=good&sort_by=name&sort_order=desc'), ['hello', 'good bye'])
    assert.deepEqual(await flat(`search_query=${encodeURIComponent('"GOOD\nmorn')}`), ['hello'])
    assert.deepEqual(await flat(`search_query=${encodeURIComponent('üMIT')}`), ['hello'])
    assert.deepEqual(await flat('search_query=messages'), [])
    assert.deepEqual(await flat('search_query=%25'), [])
    assert.deepEqual(await flat('tags=red'), ['hello', 'good bye'])
    assert.deepEqual(await flat('tags=red&tags=BIG'), ['hello'])
    assert.deepEqual(await flat('sort_by=name&sort_order=asc'), ['good bye', 'Greetings', 'hello', 'other'])
    assert.deepEqual(await flat('sort_by=id&filter_type=PROMPT'), ['other', 'hello'])
    assert.deepEqual(await flat('created_after=2100-01-01T00:00:00Z'), [])
    assert.equal((await flat('updated_before=2100-01-01T00:00:00Z')).length, 4)
    assert.deepEqual(await flat('created_by_email=a%40b.c'), [])
    assert.deepEqual(await namesIn(api, '?external_source=s&external_id=f'), ['Greetings'])
    assert.deepEqual(await namesIn(api, '?external_source=s&external_id=p'), ['other'])
    assert.deepEqual(await namesIn(api, `?folder_id=${top}&external_source=s&external_id=p`), [])
    assert.deepEqual(await namesIn(api, '?external_source=s&external_id=none'), [])
    assertRefused(await api.get(`${entitiesPath}?external_source=s`), 422)
    assertRefused(await api.get(`${entitiesPath}?filter_type=THING`), 422)
    assertRefused(await api.get(`${entitiesPath}?semantic_search_threshold=2.1`), 422)
    const semantic = await api.get(`${entitiesPath}?semantic_search=true&search_query=x`)
    assertRefused(semantic, 422)
    assert.deepEqual(semantic.body.detail[0].loc, ['query', 'semantic_search'])
  })

  it('are all moved, or none of them', async () => {
    const [a, b] = [await makeFolder(api, 'a'), await makeFolder(api, 'b')]
    const prompt = await makePrompt(api, 'one')
    const snippet = await makePrompt(api, 'two', null, { completion: true })
    const both = [aPrompt(prompt), { id: snippet, type: 'SNIPPET' }, aPrompt(snippet)]
    const moved = await move(api, [...both, aFolder(b)], a)
    assert.deepEqual([moved.status, moved.body], [200, { moved_count: 3 }])
    assert.deepEqual(await namesIn(api, `?folder_id=${a}`), ['b', 'one', 'two'])
    for (const absent of [
      { id: prompt, type: 'SNIPPET' },
      { id: 1, type: 'WORKFLOW' },
      aFolder(999_999),
      aPrompt(999_999),
    ])
      assertRefused(await move(api, [aPrompt(prompt), absent]), 404)
    assertRefused(await move(api, [aPrompt(prompt)], 999_999), 404)
    assert.deepEqual(await namesIn(api), ['a'])
    assert.deepEqual((await move(api, [aPrompt(prompt)])).body, { moved_count: 1 })
    assert.deepEqual(await namesIn(api), ['a', 'one'])
    assert.deepEqual((await move(api, [])).body, { moved_count: 0 })
    assertRefused(await move(api, [{ id: 1, type: 'THING' }]), 422)
  })

  it('of another workspace are neither moved nor deleted', async () => {
    const stranger = await app.newWorkspace()
    const folder = await makeFolder(api, 'mine')
    const prompt = await makePrompt(api, 'mine too')
    for (const entity of [aFolder(folder), aPrompt(prompt)]) {
      assertRefused(await move(stranger.api, [entity]), 404)
      assertRefused(await remove(stranger.api, [entity], true), 404)
    }
    assert.deepEqual(await namesIn(api), ['mine', 'mine too'])
    assert.deepEqual(await namesIn(stranger.api), [])
  })

  it('prevent the deletion of their folder, unless the deletion cascades', async () => {
    const a = await makeFolder(api, 'a')
    const b = await makeFolder(api, 'b', a)
    const prompt = await makePrompt(api, 'p', b)
    assertRefused(await remove(api, [aFolder(a)]), 400, 'not_empty')
    assertRefused(await remove(api, [aFolder(b)], false), 400, 'not_empty')
    assertRefused(await remove(api, [aFolder(a), aFolder(b)]), 400, 'not_empty')
    const all = await remove(api, [aFolder(a), aFolder(b), aPrompt(prompt)])
    assert.deepEqual([all.status, all.body], [200, { moved_count: 3 }])
    assert.deepEqual(await namesIn(api, '?flatten=true'), [])
    assertRefused(await remove(api, [aFolder(a)]), 404)
  })

  it('are deleted with their folder by cascade, which frees names and external ids', async () => {
    const mapping = { source: 's', external_id: 'e' }
    const other = { source: 's', external_id: 'f' }
    const a = await makeFolder(api, 'a')
    const b = await makeFolder(api, 'b', a, { external_ids: [other] })
    const prompt = await makePrompt(api, 'p', b, { external_ids: [mapping] })
    await makePrompt(api, 'stays')
    const reply = await remove(api, [aFolder(a)], true)
    assert.deepEqual([reply.status, reply.body], [200, { moved_count: 1 }])
    assert.deepEqual(await namesIn(api, '?flatten=true'), ['stays'])
    assertRefused(await api.get(`/prompt-templates/${prompt}`), 404)
    assertRefused(await api.post('/prompt-templates/p'), 404)
    const again = await makePrompt(api, 'p', await makeFolder(api, 'a'), { external_ids: [mapping, other] })
    assert.notEqual(again, prompt)
    const deleted = (await api.get('/prompt-templates?status=deleted')).body.items
    assert.deepEqual(
      deleted.map((item: { id: number; folder_id: number | null }) => [item.id, item.folder_id]),
      [[prompt, null]],
    )
  })
})
