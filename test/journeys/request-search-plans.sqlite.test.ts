import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { parseSearch } from '../../src/engine/search/index.ts'
import { fromIds, sampleQuery } from '../../src/server/requests/facets/facet-queries.ts'
import { chooseDriver } from '../../src/server/requests/search/choose-driver-queries.ts'
import { openSearch } from '../../src/server/requests/search/open-search.ts'
import { countQuery, pageQuery } from '../../src/server/requests/search/plan-queries.ts'
import { allSuggestions } from '../../src/server/requests/search/suggestion-queries.ts'
import { firstIdQuery, lastIdQuery, walkQuery } from '../../src/server/requests/search/walk-words-queries.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { sqlitePlan } from '../kit/query-plan.ts'
import { log } from './support/requests.ts'

describe('plans of searches on SQLite', () => {
  const app = appOfSuite()
  before(async () => {
    for (let index = 0; index < 5; index++)
      await log(app.api, { tags: ['a'], metadata: { customer: 'ada' }, status: index ? 'SUCCESS' : 'ERROR' })
  })

  const filters = (...all: object[]) => ({ filter_group: { filters: all } })
  const tag = { field: 'tags', operator: 'contains', value: 'a' }
  const metadata = { field: 'metadata', operator: 'key_equals', nested_key: 'customer', value: 'ada' }
  const time = { field: 'request_start_time', operator: 'after', value: '2026-01-01' }
  const searches: readonly [string, object][] = [
    ['metadata, tag and time', filters(metadata, tag, time)],
    ['a tag', filters(tag)],
    ['a time', filters(time)],
    ['nothing', {}],
    ['a status', filters({ field: 'status', operator: 'is', value: 'ERROR' })],
    ['a model and a provider', filters({ field: 'engine', operator: 'in', value: ['x', 'y'] }, tag)],
    ['a score', filters({ field: 'score', operator: 'gte', nested_key: 'tone', value: 50 })],
    [
      'a category',
      filters({ field: 'score_values', operator: 'key_equals', nested_key: 'topic', value: 'yes' }),
    ],
    ['a word', { q: 'hello' }],
    ['a word and a tag', { ...filters(tag), q: 'hello' }],
    ['a negated tag', filters({ ...tag, operator: 'not_contains' })],
    ['a substring', filters({ field: 'output_text', operator: 'contains', value: 'ello' })],
  ]
  for (const [filterName, body] of searches)
    it(`reads ${filterName} by an index`, async () => {
      const { store } = app.context
      const search = await openSearch(store, 1 as WorkspaceId, parseSearch(body))
      const driver = await chooseDriver(search)
      for (const compiled of [
        pageQuery(search, driver, { after: null, offset: 0, limit: 50 }),
        pageQuery(search, driver, { after: { value: 5, id: 5 }, offset: 0, limit: 50 }),
        countQuery(search, driver, 10_001),
      ]) {
        const steps = await sqlitePlan(app.context.store, compiled)
        for (const step of steps)
          assert.doesNotMatch(
            step,
            /^SCAN (r|x|p|s|g|requests|request_facets|request_payloads)$/,
            steps.join('\n'),
          )
      }
    })

  it('lists requests with a rare score by the indexes of scores by value', async () => {
    const { store } = app.context
    // A test without a name is looked up under each name that occurs.
    await log(app.api, { score: 10, score_name: 'topic' })
    const scores = store.db.selectFrom('request_scores').select('workspace_id')
    const workspace = (await scores.executeTakeFirstOrThrow()).workspace_id as WorkspaceId
    const scoreFilter = (
      field: string,
      operator: string,
      value: unknown,
      nested_key: string | null = 'topic',
    ) => filters({ field, operator, ...(nested_key !== null && { nested_key }), value })
    for (const [body, expectedStep] of [
      [
        scoreFilter('score', 'gte', 50),
        /s USING .*INDEX request_scores_by_value \(workspace_id=\? AND name=\? AND score>/,
      ],
      [
        scoreFilter('score', 'gte', 50),
        /g USING .*INDEX given_scores_of_requests \(workspace_id=\? AND name=\? AND <expr>=\? AND number>/,
      ],
      [
        scoreFilter('score', 'gte', 50, null),
        /s USING .*INDEX request_scores_by_value \(workspace_id=\? AND name=\? AND score>/,
      ],
      [
        scoreFilter('score_values', 'key_equals', 'a'),
        /g USING .*INDEX given_scores_of_requests \(workspace_id=\? AND name=\? AND <expr>=\?\)/,
      ],
      [
        scoreFilter('score_values', 'in', ['a', 'no']),
        /(g USING .*INDEX given_scores_of_requests \(workspace_id=\? AND name=\? AND <expr>=\?[\s\S]*){2}/,
      ],
    ] as const) {
      const search = await openSearch(store, workspace, parseSearch(body))
      const driver = await chooseDriver(search)
      assert.equal(driver.by, 'score')
      const steps = await sqlitePlan(
        app.context.store,
        pageQuery(search, driver, { after: null, offset: 0, limit: 50 }),
      )
      assert.match(steps.join('\n'), expectedStep)
    }
  })

  it('lists the newest requests of production without reading evaluations', async () => {
    const { store } = app.context
    const production = filters({ field: 'source', operator: 'in', value: ['app', 'workflow'] })
    const search = await openSearch(store, 1 as WorkspaceId, parseSearch(production))
    const compiled = pageQuery(search, await chooseDriver(search), { after: null, offset: 0, limit: 50 })
    const steps = await sqlitePlan(app.context.store, compiled)
    assert.match(steps.join('\n'), /^SEARCH r USING .*INDEX requests_of_production/)
    assert.ok(!steps.some((step) => /TEMP B-TREE/.test(step)), steps.join('\n'))
  })

  it('lists newest requests of one tag without sorting', async () => {
    const { store } = app.context
    const search = await openSearch(store, 1 as WorkspaceId, parseSearch(filters(tag)))
    const compiled = pageQuery(search, await chooseDriver(search), { after: null, offset: 0, limit: 50 })
    const steps = await sqlitePlan(app.context.store, compiled)
    assert.ok(!steps.some((step) => /TEMP B-TREE/.test(step)), steps.join('\n'))
  })

  it('walks words along their index, and requests by their key', async () => {
    const search = await openSearch(
      app.context.store,
      1 as WorkspaceId,
      parseSearch({ ...filters(tag), q: 'hello' }),
    )
    const part = { from: 9, to: 1, after: { value: 5, id: 5 }, before: 3 }
    for (const order of ['id', 'start'] as const) {
      const steps = await sqlitePlan(app.context.store, walkQuery(search, part, order, 50))
      assert.match(steps.join('\n'), /SCAN w VIRTUAL TABLE INDEX .*M/)
      assert.ok(!steps.some((step) => /^SCAN (r|x|requests|request_facets)$/.test(step)), steps.join('\n'))
      // The index itself has the newest requests first, so no sort is needed.
      if (order === 'id') assert.ok(!steps.some((step) => /TEMP B-TREE/.test(step)), steps.join('\n'))
    }
    for (const compiled of [firstIdQuery(search, 5), lastIdQuery(search, 5, 5)])
      assert.match(
        (await sqlitePlan(app.context.store, compiled)).join('\n'),
        /SEARCH request_stretches USING PRIMARY KEY/,
      )
  })

  it('skips along the index for suggestions', async () => {
    const { store } = app.context
    const search = await openSearch(store, 1 as WorkspaceId, parseSearch({}))
    const steps = await sqlitePlan(
      app.context.store,
      allSuggestions(search, { kind: 'tags', key: '' }, 'a', 50),
    )
    for (const step of steps) assert.doesNotMatch(step, /SCAN request_facets/, steps.join('\n'))
  })

  it('counts the names of scores of the sample, and not those of all requests', async () => {
    const { store } = app.context
    const search = await openSearch(store, 1 as WorkspaceId, parseSearch({}))
    const named = sampleQuery(
      search,
      fromIds(search, [1, 2]),
      [{ index: 0, field: 'score_names', key: '' }],
      50,
    )
    const plan = (await sqlitePlan(store, named)).join('\n')
    assert.match(plan, /SEARCH s USING PRIMARY KEY \(workspace_id=\? AND request_id=\?\)/)
  })
})
