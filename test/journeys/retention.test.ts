import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { endpoints } from '../../src/contract/index.ts'
import { isExpired } from '../../src/engine/retention/rules.ts'
import { deleteExpiredRequests } from '../../src/server/requests/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { analyticsOf } from './support/analytics.ts'
import { searchAll } from './support/request-search.ts'
import { log } from './support/requests.ts'

const path = '/api/public/v2/retention'
const day = 86_400_000
const arrivals = Date.UTC(2026, 4, 10)

describe('retention', () => {
  const app = appOfSuite({ now: () => now })
  let now = arrivals

  const seed = async () => {
    now = arrivals
    const { api, id: workspace } = await app.newWorkspace()
    const debug = await log(api, { tags: ['debug'], metadata: { a: 'x' }, score: 7 })
    const onHold = await log(api, { tags: ['debug', 'legal'] })
    const plain = await log(api, { price: 0.5 })
    assert.equal((await api.post('/spans-bulk', endpoints.createSpans.example.body)).status, 201)
    now = arrivals + 20 * day
    const late = await log(api, { tags: ['debug'] })
    return { api, workspace, debug, onHold, plain, late }
  }
  const rules = [
    { tag: null, days: 30 },
    { tag: 'debug', days: 10 },
    { tag: 'legal', days: null },
  ]
  const untilRequests = async (api: Api, expected: number[]) => {
    const ids = await until(
      () => searchAll(api, {}),
      ({ length }) => length === expected.length,
    )
    assert.deepEqual(
      ids.sort((a, b) => a - b),
      expected,
    )
  }

  it('previews expired requests, and deletes them with their scores, sums and traces', async () => {
    const { api, workspace, debug, onHold, plain, late } = await seed()
    const stranger = await app.newWorkspace()
    const theirs = await log(stranger.api, { tags: ['debug'] })
    now = arrivals + 25 * day
    const { body: soon } = await api.post(`${path}/preview`, { rules })
    assert.deepEqual(
      soon.by_rule.map(({ tag, requests }: { tag: string; requests: number }) => [tag, requests]),
      [
        ['legal', 0],
        ['debug', 1],
        [null, 0],
      ],
    )
    assert.deepEqual([soon.requests, soon.traces], [1, 0])
    now = arrivals + 35 * day
    const { body: later } = await api.post(`${path}/preview`, { rules })
    assert.deepEqual([later.requests, later.traces], [3, 1])
    assert.deepEqual(await searchAll(api, {}), [late, plain, onHold, debug], 'a preview deletes nothing')

    assert.equal((await api.put(path, { rules })).status, 200)
    await untilRequests(api, [onHold])
    assert.deepEqual((await api.get(path)).body.rules.length, 3)
    assert.equal((await api.get(`/api/public/v2/requests/${debug}`)).status, 404)
    const overview = await analyticsOf(api)
    assert.deepEqual([overview.totalRequests, overview.totalCost], [1, 0])
    assert.deepEqual(overview.tagsBreakdown.map(({ tag }: { tag: string }) => tag).sort(), ['debug', 'legal'])
    const { db } = app.context.store
    for (const table of ['request_facets', 'request_payloads', 'request_scores'] as const) {
      const rows = await db
        .selectFrom(table)
        .select('request_id')
        .where('workspace_id', '=', workspace)
        .execute()
      assert.ok(
        rows.every(({ request_id }) => request_id === onHold),
        table,
      )
    }
    const [span] = endpoints.createSpans.example.body!.spans
    await until(async () => (await api.get(`/api/public/v2/traces/${span!.context.trace_id}`)).status === 404)
    assert.deepEqual(await searchAll(stranger.api, {}), [theirs], 'requests of another workspace are kept')
  })

  it('counts each request under its rule', async () => {
    const { api } = await app.newWorkspace()
    const tags = ['a', 'b', 'c']
    const requests = fc.sample(fc.tuple(fc.subarray(tags), fc.integer({ min: 0, max: 60 })), {
      numRuns: 30,
      seed: 3,
    })
    for (const [own, late] of requests) {
      now = arrivals + late * day
      await log(api, { tags: own })
    }
    now = arrivals + 60 * day
    const rule = fc.record({
      tag: fc.constantFrom(null, ...tags),
      days: fc.constantFrom(null, 1, 10, 30, 59),
    })
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(rule, { selector: ({ tag }) => tag, maxLength: 4 }), async (rules) => {
        const expired = requests.filter(([own, late]) => isExpired(rules, own, arrivals + late * day, now))
        assert.equal((await api.post(`${path}/preview`, { rules })).body.requests, expired.length)
      }),
      { numRuns: 60, seed: 4 },
    )
  })

  it('keeps a trace for as long as a request that stays names one of its spans', async () => {
    const { api } = await app.newWorkspace()
    const [example] = endpoints.createSpans.example.body!.spans
    const send = async (traceId: string, spanId: string) => {
      const context = { ...example!.context, trace_id: traceId, span_id: spanId }
      assert.equal((await api.post('/spans-bulk', { spans: [{ ...example, context }] })).status, 201)
    }
    now = arrivals
    await send('named', 'first')
    now = arrivals + 1
    await send('alone', 'second')
    const { body: tracked } = await api.post('/track-request', {
      ...endpoints.trackRequest.example.body,
      tags: ['legal'],
      span_id: 'first',
    })
    now = arrivals + 35 * day
    assert.equal((await api.post(`${path}/preview`, { rules })).body.traces, 1)
    assert.equal((await api.put(path, { rules })).status, 200)
    await until(async () => (await api.get('/api/public/v2/traces/alone')).status === 404)
    assert.equal((await api.get('/api/public/v2/traces/named')).status, 200)
    assert.equal((await api.get(`/api/public/v2/requests/${tracked.request_id}`)).body.trace_id, 'named')
  })

  it('keeps a request that gets a tag between selection and deletion', async () => {
    now = arrivals
    const { api, id: workspace } = await app.newWorkspace()
    const [taggedMeanwhile, gone] = [await log(api, { score: 1 }), await log(api, { score: 2 })]
    const { store } = app.context
    await deleteExpiredRequests(store, {
      rules,
      now: arrivals + 35 * day,
      lease: {
        workspace: workspace as WorkspaceId,
        signal: new AbortController().signal,
        commit: async (work) => {
          await api.patch(`/api/public/v2/requests/${taggedMeanwhile}`, { tags: ['legal'] })
          return store.transact(work)
        },
      },
    })
    assert.deepEqual(await searchAll(api, {}), [taggedMeanwhile])
    assert.equal((await api.get(`/api/public/v2/requests/${taggedMeanwhile}`)).body.scores.length, 1)
    assert.equal((await api.get(`/api/public/v2/requests/${gone}`)).status, 404)
  })

  it('removes rules', async () => {
    const { api } = await seed()
    assert.equal((await api.put(path, { rules: [{ tag: null, days: 36_500 }] })).status, 200)
    const { body } = await api.put(path, { rules: [] })
    assert.deepEqual(body.rules, [])
    const { body: nothing } = await api.post(`${path}/preview`, { rules: [] })
    assert.deepEqual([nothing.requests, nothing.by_rule], [0, []])
  })

  it('applies a rule without a tag to all other requests, once', async () => {
    const { api } = await app.newWorkspace()
    const { status, body } = await api.put(path, { rules: [{ days: 30 }] })
    assert.deepEqual([status, body.rules], [200, [{ tag: null, days: 30 }]])
    assert.equal((await api.put(path, { rules: [{ days: 30 }, { tag: null, days: 5 }] })).status, 422)
  })

  it('refuses invalid rules', async () => {
    for (const bad of [
      [{ tag: null, days: 0 }],
      [{ tag: '', days: 1 }],
      [{ tag: 'a' }],
      [
        { tag: 'a', days: 1 },
        { tag: 'a', days: 2 },
      ],
    ])
      assert.equal((await app.api.put(path, { rules: bad })).status, 422, JSON.stringify(bad))
  })
})
