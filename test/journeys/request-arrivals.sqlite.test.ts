import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import { CompiledQuery } from 'kysely'
import { parseSearch } from '../../src/engine/search/index.ts'
import { finishIndex, setPrices } from '../../src/server/requests/index.ts'
import { insertReadWords, readWords } from '../../src/server/requests/indexing/index-queries.ts'
import { indexerOf } from '../../src/server/requests/indexing/indexer.ts'
import { forgetStatements } from '../../src/server/requests/insert-queries.ts'
import { findRequest } from '../../src/server/requests/queries.ts'
import { findPage } from '../../src/server/requests/search/find-page.ts'
import { ListedWords } from '../../src/server/requests/search/listed-words.ts'
import { openSearch } from '../../src/server/requests/search/open-search.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { idsIn, searchAll, searchPage } from './support/request-search.ts'
import { log } from './support/requests.ts'
import { chat, completion, message, publish, user } from './support/templates.ts'

const filtered = (...filters: object[]) => ({ filter_group: { filters } })
const tagged = (value: string) => filtered({ field: 'tags', operator: 'contains', value })
const staged = (value: string) =>
  filtered({ field: 'metadata', operator: 'key_equals', nested_key: 'stage', value })

describe('pending requests', () => {
  const app = appOfSuite()
  let workspace: WorkspaceId
  let api: Api
  before(async () => {
    indexerOf(app.context.store).suspend()
  })
  beforeEach(async () => {
    const created = await app.newWorkspace()
    workspace = created.id as WorkspaceId
    api = created.api
  })

  const arrivals = async () =>
    (
      await app.context.store.db
        .selectFrom('request_arrivals')
        .select('request_id')
        .where('workspace_id', '=', workspace)
        .execute()
    ).map(({ request_id }) => request_id)

  const facets = async (request: number) => {
    const rows = await app.context.store.db
      .selectFrom('request_facets')
      .select(['key', 'value'])
      .where('workspace_id', '=', workspace)
      .where('request_id', '=', request)
      .execute()
    return rows.map(({ key, value }) => `${key}=${value}`)
  }

  const sums = async () => {
    const rows = await app.context.store.db
      .selectFrom('request_hours')
      .select(['prompt_id', 'requests', 'price'])
      .where('workspace_id', '=', workspace)
      .where('requests', '<>', 0)
      .execute()
    return rows.map(({ prompt_id, requests, price }) => [prompt_id, requests, price])
  }

  const total = async (): Promise<number> =>
    (await api.post('/api/public/v2/requests/analytics', {})).body.totalRequests

  /** Runs a check while the requests are pending, and again when they are indexed. */
  async function pendingAndIndexed(check: () => Promise<void>) {
    assert.notDeepEqual(await arrivals(), [])
    await check()
    await finishIndex(app.context.store)
    assert.deepEqual(await arrivals(), [])
    await check()
  }

  it('are found by values that contain the JSON of other values', async () => {
    const likeOther = '[1,"","plain"'
    const ids = new Map<string, number>()
    for (const value of ['plain', 'plain"', 'pla\\in', '"plain"', likeOther, 'plain\\", "x', 'Grün\n'])
      ids.set(value, await log(api, { tags: [value], metadata: { stage: value } }))
    for (const [value, id] of ids) {
      assert.deepEqual(await searchAll(api, tagged(value)), [id], value)
      assert.deepEqual(await searchAll(api, staged(value)), [id], value)
    }
    assert.deepEqual(await searchAll(api, tagged('plai')), [])
  })

  it('are found at once by every filter, and counted', async () => {
    const id = await log(api, { tags: ['blue'], metadata: { customer: 'ada' } })
    await log(api, { tags: ['red'], metadata: { customer: 'grace' }, model: 'other' })
    await pendingAndIndexed(async () => {
      for (const search of [
        tagged('blue'),
        filtered({ field: 'metadata', operator: 'key_equals', nested_key: 'customer', value: 'ada' }),
        { ...tagged('blue'), q: 'hell' },
        filtered({ field: 'tags', operator: 'not_contains', value: 'red' }),
        filtered({ field: 'engine', operator: 'is', value: 'gpt-4o-mini' }),
      ]) {
        const page = await searchPage(api, search)
        assert.deepEqual([idsIn(page), page.total], [[id], 1], JSON.stringify(search))
      }
      assert.equal(await total(), 2)
      const suggested = await api.get('/api/public/v2/requests/suggestions?field=tags&prefix=b')
      assert.deepEqual(suggested.body.values, ['blue'])
    })
  })

  it('are found by the words of long texts, which the writer does not split', async () => {
    const { store } = app.context
    const words = Array.from({ length: 5_000 }, (_, index) => `filler${index % 3_000}`)
    const id = await log(api, { input: chat(user(`needle ${words.join(' ')} thread`)) })
    await log(api, { input: chat(user('short needle')) })
    await pendingAndIndexed(async () => {
      for (const word of ['thread', 'filler2999', 'threa'])
        assert.deepEqual(idsIn(await searchPage(api, { q: word })), [id], word)
      assert.equal((await searchPage(api, { q: 'needle' })).total, 2)
    })
    const read = await readWords(store.scan, id)
    assert.equal(read, null, 'the request is indexed')
  })

  it('are not indexed with the words of an earlier payload', async () => {
    const { store } = app.context
    const id = await log(api, { input: chat(user('early '.repeat(10_000))) })
    const words = (await readWords(store.scan, id))!
    assert.match(words.words, /early/)
    const other = await log(api, { input: chat(user('late '.repeat(10_000))) })
    const payload = store.db.selectFrom('request_payloads').select('payload').where('request_id', '=', other)
    await store.append([
      store.db.updateTable('request_payloads').set({ payload }).where('request_id', '=', id).compile(),
    ])
    const forget = CompiledQuery.raw('delete from request_arrivals where request_id = ?', [id])
    assert.equal(await store.appendIf(insertReadWords(id, words), [forget]), false)
    assert.deepEqual(await arrivals(), [id, other])
    await finishIndex(store)
    assert.deepEqual(await searchAll(api, { q: 'early' }), [])
    assert.deepEqual((await searchAll(api, { q: 'late' })).toSorted(), [id, other])
  })

  it('are suggested in one list with indexed requests, each value once', async () => {
    await log(api, { tags: ['b', 'd'] })
    await finishIndex(app.context.store)
    await log(api, { tags: ['a', 'b', 'c'] })
    await pendingAndIndexed(async () => {
      const { values } = (await api.get('/api/public/v2/requests/suggestions?field=tags')).body
      assert.deepEqual(values, ['a', 'b', 'c', 'd'])
    })
  })

  it('are in one order with indexed requests, page after page, also with equal times', async () => {
    const logged: { id: number; time: number }[] = []
    for (let index = 0; index < 90; index++) {
      const time = Date.UTC(2026, 10, 1) + ((index * 7) % 10) * 1000
      const times = { request_start_time: time / 1000, request_end_time: time / 1000 + 1 }
      logged.push({ id: await log(api, { ...times, tags: ['many'] }), time })
      if (index === 49) await finishIndex(app.context.store)
    }
    const newest = logged.toSorted((a, b) => b.time - a.time || b.id - a.id).map(({ id }) => id)
    await pendingAndIndexed(async () => {
      assert.deepEqual(await searchAll(api, tagged('many')), newest)
      assert.deepEqual(await searchAll(api, { ...tagged('many'), sort_order: 'asc' }), newest.toReversed())
      const third = await searchPage(api, { ...tagged('many'), per_page: 25, page: 3 })
      assert.deepEqual([idsIn(third), third.total], [newest.slice(50, 75), 90])
    })
  })

  it('are all listed once in pages that are read before and after indexing', async () => {
    const ids: number[] = []
    for (let index = 0; index < 50; index++) ids.push(await log(api, { tags: ['moving'] }))
    const first = await searchPage(api, { ...tagged('moving'), per_page: 25 })
    await finishIndex(app.context.store)
    const rest = await searchPage(api, { ...tagged('moving'), per_page: 25, cursor: first.next_cursor })
    assert.deepEqual(
      [...idsIn(first), ...idsIn(rest)].toSorted((a, b) => a - b),
      ids,
    )
  })

  it('show changes at once, and are indexed in their latest state', async () => {
    const { id: prompt } = await publish(api, 'greeting', completion('Hi {name}'))
    const { id: group } = (await api.post('/create-group', {})).body
    const id = await log(api, { metadata: { stage: 'draft' }, price: 0.5 })
    await api.post('/rest/track-metadata', { request_id: id, metadata: { stage: 'final' } })
    await api.post('/rest/track-prompt', {
      request_id: id,
      prompt_name: 'greeting',
      prompt_input_variables: { name: 'Ada' },
    })
    await api.post('/rest/track-score', { request_id: id, score: 70 })
    if (group) await api.post('/rest/track-group', { request_id: id, group_id: group })
    await pendingAndIndexed(async () => {
      assert.deepEqual(idsIn(await searchPage(api, staged('draft'))), [])
      const page = await searchPage(api, staged('final'))
      assert.deepEqual(idsIn(page), [id])
      assert.deepEqual(page.items[0].scores, [{ name: 'default', score: 70 }])
      const variable = { field: 'input_variables', operator: 'key_equals', nested_key: 'name', value: 'Ada' }
      const promptFilter = { field: 'prompt_id', operator: 'eq', value: prompt }
      assert.deepEqual(idsIn(await searchPage(api, filtered(variable, promptFilter))), [id])
    })
    assert.deepEqual(await sums(), [[prompt, 1, 0.5]])
    assert.ok((await facets(id)).includes('stage=final'))
    assert.ok(!(await facets(id)).includes('stage=draft'))
  })

  it('are added to their hour once, with their price when they are indexed', async () => {
    const id = await log(api, { model: 'a model of ours', input_tokens: 1000 })
    await setPrices(
      app.context.store,
      [{ workspace, id, price: 0.75, price_source: 'computed' }],
      app.context.now(),
    )
    assert.deepEqual(await sums(), [])
    await finishIndex(app.context.store)
    assert.deepEqual(await sums(), [[0, 1, 0.75]])
    await setPrices(
      app.context.store,
      [{ workspace, id, price: 0.25, price_source: 'computed' }],
      app.context.now(),
    )
    await finishIndex(app.context.store)
    assert.deepEqual(await sums(), [[0, 1, 0.25]])
  })

  it('leave no rows when they are deleted, before or after indexing', async () => {
    const { store } = app.context
    const indexed = await log(api, { tags: ['gone'] })
    await finishIndex(store)
    const arriving = await log(api, { tags: ['gone'] })
    for (const id of [indexed, arriving])
      await store.append(forgetStatements(store, (await findRequest(store.db, workspace, id))!))
    assert.deepEqual(await arrivals(), [])
    await finishIndex(store)
    assert.deepEqual(await searchAll(api, tagged('gone')), [])
    assert.deepEqual(await sums(), [])
    assert.deepEqual([...(await facets(indexed)), ...(await facets(arriving))], [])
  })

  it('make a search run again if they are indexed during it with words that it had not listed', async () => {
    const { store } = app.context
    const withOutput = (text: string) => ({ output: chat(message('assistant', text)) })
    const early = await log(api, withOutput('quarrel'))
    await finishIndex(store)
    const late = await log(api, withOutput('quarry'))
    const search = await openSearch(store, workspace, parseSearch({ q: 'quarr' }))
    const lists: unknown[] = []
    const listedIds = await new ListedWords(search).run(async (listed) => {
      lists.push(listed.words.map(({ terms }) => terms))
      // Pending requests are indexed between the start of the search and its query of the index.
      await finishIndex(store)
      return findPage(listed, { by: 'words' }, { after: null, offset: 0, limit: 10 })
    })
    assert.deepEqual(lists, [[['quarrel']], [['quarrel', 'quarry']]])
    assert.deepEqual(
      listedIds.map(({ id }) => id),
      [late, early],
    )
  })

  it('are indexed without words when their payload cannot be read', async () => {
    const { store } = app.context
    const ids: number[] = []
    for (let index = 0; index < 5; index++) ids.push(await log(api, { tags: ['some'] }))
    await store.transact(async (tx) => {
      await tx
        .updateTable('request_payloads')
        .set({ payload: Buffer.from('28b52ffd00000000ff', 'hex') })
        .where('workspace_id', '=', workspace)
        .where('request_id', '=', ids[2]!)
        .execute()
    })
    await finishIndex(store)
    assert.deepEqual(await arrivals(), [])
    assert.deepEqual(
      (await searchAll(api, tagged('some'))).toSorted((a, b) => a - b),
      ids,
    )
    assert.equal(await total(), 5)
  })
})
