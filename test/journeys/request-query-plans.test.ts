import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { finishIndex } from '../../src/server/requests/index.ts'
import { indexerOf } from '../../src/server/requests/indexing/indexer.ts'
import { appOfSuite, type TestApp } from '../kit/app.ts'
import { testEngine } from '../kit/engine.ts'
import { analyticsPath, customPath } from './support/analytics.ts'
import { fullScansOf, recordQueries } from './support/recorded-queries.ts'
import { log } from './support/requests.ts'

const requests = '/api/public/v2/requests'
const tag = { field: 'tags', operator: 'contains', value: 'a' }
const customer = { field: 'metadata', operator: 'key_equals', nested_key: 'customer', value: 'ada' }
const recent = { field: 'request_start_time', operator: 'after', value: '2026-01-01' }
const group = (...filters: object[]) => ({ filter_group: { logic: 'AND', filters } })
const field = (name: string, operator: string, value?: unknown, rest: object = {}) =>
  group({ field: name, operator, ...(value !== undefined && { value }), ...rest })

const searches: Readonly<Record<string, object>> = {
  everything: {},
  'metadata, tag and time': group(customer, tag, recent),
  'one of two tags': { filter_group: { logic: 'OR', filters: [tag, { ...tag, value: 'b' }] } },
  'a tag that is not there': group({ ...tag, operator: 'not_contains' }),
  'a word': { q: 'hello' },
  'the beginning of a word, and a tag': { q: 'hel', ...group(tag) },
  'a substring': field('output_text', 'contains', 'ello'),
  'a status': field('status', 'is', 'ERROR'),
  'several models': field('engine', 'in', ['gpt-4o-mini', 'x']),
  'a key of the output': field('output', 'key_equals', 'yes', { nested_key: 'verdict' }),
  'a value of metadata by a part of it': field('metadata', 'key_contains', 'da', { nested_key: 'customer' }),
  'a cost': field('cost', 'gt', 0),
  'an id': field('pl_id', 'eq', 1),
  'the oldest': { sort_by: 'request_start_time', sort_order: 'asc' },
  'a late first token': field('time_to_first_token_ms', 'gte', 100),
  'the fastest after the first token': { sort_by: 'output_tokens_per_second', sort_order: 'desc' },
  'the dearest': { sort_by: 'cost', sort_order: 'desc' },
  'by status': { sort_by: 'status', sort_order: 'asc', ...group(tag) },
}

const suggested = ['tags', 'engine', 'metadata_keys', 'metadata_values', 'output_keys', 'prompt'] as const

const chart = (rest: object) => ({ id: 'chart', chartType: 'bar', ...rest })
const charts: Readonly<Record<string, object>> = {
  'a percentile by day': chart({
    metric: 'percentile',
    metricField: 'latency_ms',
    percentile: 95,
    timeSeries: true,
  }),
  'a percentile of first tokens by day': chart({
    metric: 'percentile',
    metricField: 'time_to_first_token_ms',
    percentile: 95,
    timeSeries: true,
  }),
  'counts by tag': chart({ metric: 'count', groupBy: 'tags' }),
}

/** PostgreSQL has no pending requests. */
for (const isIndexed of testEngine() === 'sqlite' ? [true, false] : [true])
  describe(`queries of the log with ${isIndexed ? 'indexed' : 'pending'} requests`, () => {
    const app = appOfSuite()
    let recorded: ReturnType<typeof recordQueries>
    before(async () => {
      if (!isIndexed) indexerOf(app.context.store).suspend()
      for (let index = 0; index < 3; index++)
        await log(app.api, {
          tags: ['a'],
          metadata: { customer: 'ada' },
          time_to_first_token_ms: 200 + index,
          output_tokens: 10,
          status: index ? 'SUCCESS' : 'ERROR',
        })
      if (isIndexed) await finishIndex(app.context.store)
      recorded = recordQueries(app.context.store)
    })

    /** The body of the answer. Asserts that no statement scanned the whole log. */
    const answerOf = async (call: () => ReturnType<TestApp['api']['post']>) => {
      recorded.length = 0
      const { status, body } = await call()
      assert.equal(status, 200, JSON.stringify(body))
      const queries = [...recorded]
      assert.ok(queries.length > 0)
      for (const query of queries)
        assert.deepEqual(await fullScansOf(app.context.store, query), [], query.sql)
      return body
    }

    for (const [name, search] of Object.entries(searches))
      it(`searches ${name}`, async () => {
        const searchWith = (rest: object) =>
          answerOf(() => app.api.post(`${requests}/search`, { per_page: 1, ...search, ...rest }))
        const { next_cursor } = await searchWith({})
        if (next_cursor) await searchWith({ cursor: next_cursor })
      })

    it('suggests values', async () => {
      for (const field of suggested)
        for (const filter of [
          '',
          `&filter_group=${encodeURIComponent(JSON.stringify(group(tag).filter_group))}`,
        ])
          await answerOf(() =>
            app.api.get(`${requests}/suggestions?field=${field}&prefix=a&metadata_key=customer${filter}`),
          )
    })

    it('draws dashboards', async () => {
      for (const search of [
        {},
        { metadata_cost_breakdown_key: 'customer' },
        group(tag, recent),
        { q: 'hello' },
      ])
        await answerOf(() => app.api.post(analyticsPath, search))
    })

    for (const [name, customChart] of Object.entries(charts))
      it(`draws ${name}`, async () => {
        for (const search of [{}, group(tag, recent)])
          await answerOf(() => app.api.post(customPath, { ...search, customCharts: [customChart] }))
      })

    it('exports requests', async () => {
      const search = { ...group(tag), format: 'jsonl', include_content: true, limit: 1 }
      await answerOf(() => app.api.post(`${requests}/export`, search))
    })

    it('reads a request', async () => {
      const { items } = await answerOf(() => app.api.post(`${requests}/search`, {}))
      await answerOf(() => app.api.get(`${requests}/${items[0].id}`))
    })
  })
