import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { parseSearch } from '../../src/engine/search/index.ts'
import { chooseDriver } from '../../src/server/requests/search/choose-driver-queries.ts'
import { openSearch } from '../../src/server/requests/search/open-search.ts'
import { countQuery, pageQuery } from '../../src/server/requests/search/plan-queries.ts'
import type { Search } from '../../src/server/requests/search/search.ts'
import { allSuggestions } from '../../src/server/requests/search/suggestion-queries.ts'
import { nearQuery, windowQuery } from '../../src/server/requests/search/walk-windows-queries.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { postgresPlan } from '../kit/query-plan.ts'
import { log } from './support/requests.ts'

describe('plans of searches on PostgreSQL', () => {
  const app = appOfSuite()
  before(async () => {
    for (let index = 0; index < 5; index++) await log(app.api, { tags: ['a'], metadata: { customer: 'ada' } })
  })

  const filters = (...all: object[]) => ({ filter_group: { filters: all } })
  const tag = { field: 'tags', operator: 'contains', value: 'a' }
  const metadata = { field: 'metadata', operator: 'key_equals', nested_key: 'customer', value: 'ada' }
  const time = { field: 'request_start_time', operator: 'after', value: '2026-01-01' }
  const searches: readonly [string, object][] = [
    ['metadata, tag and time', filters(metadata, tag, time)],
    ['a tag', filters(tag)],
    ['a time', filters(time)],
    ['several models and a tag', filters({ field: 'engine', operator: 'in', value: ['x', 'y'] }, tag)],
    ['a score', filters({ field: 'score', operator: 'gte', nested_key: 'tone', value: 50 })],
    [
      'a category',
      filters({ field: 'score_values', operator: 'key_equals', nested_key: 'topic', value: 'yes' }),
    ],
    ['a word', { q: 'hello' }],
    ['a word and a tag', { ...filters(tag), q: 'hello' }],
  ]
  const searchOf = (body: object): Promise<Search> =>
    openSearch(app.context.store, 1 as WorkspaceId, parseSearch(body))
  for (const [filterName, body] of searches)
    it(`reads ${filterName} by an index`, async () => {
      const search = await searchOf(body)
      const driver = await chooseDriver(search)
      for (const compiled of [
        pageQuery(search, driver, { after: null, offset: 0, limit: 50 }),
        pageQuery(search, driver, { after: { value: 5, id: 5 }, offset: 0, limit: 50 }),
        countQuery(search, driver, 10_001),
      ])
        assert.doesNotMatch(await postgresPlan(app.context.store, compiled), /Seq Scan/)
    })

  it('lists newest requests of one tag without sorting', async () => {
    const byTag = await searchOf(filters(tag))
    const plan = await postgresPlan(
      app.context.store,
      pageQuery(byTag, await chooseDriver(byTag), { after: null, offset: 0, limit: 50 }),
    )
    assert.doesNotMatch(plan, /Sort/)
  })

  for (const [filterName, body] of [
    ['a word', { q: 'hello' }],
    ['a word and a tag', { ...filters(tag), q: 'hello' }],
  ] as const)
    it(`walks ${filterName} in windows of time, by an index each`, async () => {
      const search = await searchOf(body)
      const behind = { value: 5, id: 5 }
      const lengths = { scanned: 1_000, window: 8_000 }
      for (const compiled of [
        nearQuery(search, null, lengths, 50),
        nearQuery(search, behind, lengths, 50),
        windowQuery(search, behind, 3, 50),
        windowQuery(search, behind, null, 50),
      ])
        assert.doesNotMatch(await postgresPlan(app.context.store, compiled), /Seq Scan/)
    })

  it('skips along the index for suggestions', async () => {
    const plan = await postgresPlan(
      app.context.store,
      allSuggestions(await searchOf({}), { kind: 'tags', key: '' }, 'a', 50),
    )
    assert.doesNotMatch(plan, /Seq Scan/)
    assert.match(plan, /Limit[\s\S]*Index Only Scan using request_facets_pkey/)
  })
})
