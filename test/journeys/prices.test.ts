import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { finishIndex } from '../../src/server/requests/index.ts'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { chartOf } from './support/analytics.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'

suite('prices', () => {
  const app = appOfSuite()
  const text = (words: string) => [{ type: 'text', text: words }]
  const call = {
    provider: 'openai',
    model: 'gpt-4o',
    input: { type: 'chat', messages: [{ role: 'user', content: text('Hello') }] },
    output: { type: 'chat', messages: [{ role: 'assistant', content: text('Hello, Ada.') }] },
    request_start_time: '2026-05-02T10:00:00Z',
    request_end_time: '2026-05-02T10:00:01Z',
    input_tokens: 1000,
    output_tokens: 100,
  }
  const may = 'from=2026-05-01T00:00:00Z&to=2026-06-01T00:00:00Z'
  const window = { from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' }

  async function log(api: Api, changes: object = {}) {
    const reply = await api.post('/log-request', { ...call, ...changes })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body.id as number
  }

  async function priceOf(api: Api, id: number) {
    const { body } = await api.get(`/api/public/v2/requests/${id}`)
    return [body.price, body.price_source]
  }

  test('a price of 0 from the Python SDK, which always sends one, counts as missing', async () => {
    const { api } = await app.newWorkspace()
    const python = { 'User-Agent': 'promptlayer-python/2.1.0 (python 3.11) python-httpx/0.28.1' }
    const { body: unsaid } = await api.post('/log-request', { ...call, price: 0 }, python)
    assert.deepEqual(await priceOf(api, unsaid.id), [0.0035, 'computed'])
    const { body: priced } = await api.post('/log-request', { ...call, price: 0.1 }, python)
    assert.deepEqual(await priceOf(api, priced.id), [0.1, 'given'])
  })

  test('a price above the maximum of sums is refused in a logged request, and replaced by the computed price in a span', async () => {
    const { api } = await app.newWorkspace()
    assert.deepEqual(await priceOf(api, await log(api, { price: 1e15 })), [1e15, 'given'])
    for (const price of [1.000001e15, 1e308]) {
      const { status, body } = await api.post('/log-request', { ...call, price })
      assert.deepEqual([status, body.detail?.[0].loc], [422, ['body', 'price']])
    }
    const values = { ...chatValues, 'gen_ai.usage.cost': 1e16 }
    assert.equal((await exportSpans(api, otlpSpan({ traceId: newTraceId(), values }))).status, 200)
    const { items } = (await api.post('/api/public/v2/requests/search', { sort_by: 'cost' })).body
    assert.deepEqual(
      items.map((item: { price_source: string }) => item.price_source),
      ['given', 'computed'],
    )
    const { totalCost } = (await api.post('/api/public/v2/requests/analytics', {})).body
    assert.ok(totalCost - 1e15 < 1, String(totalCost))
  })

  test('a call with only one of its two token counts has no price, and the other count is null in files', async () => {
    const { api, key } = await app.newWorkspace()
    const cases: [counts: Record<string, number>, expected: unknown[]][] = [
      [{ input_tokens: 1000, output_tokens: 100 }, [1000, 100, 'computed']],
      [{ input_tokens: -5, output_tokens: 100 }, [null, 100, 'no_usage']],
      [{ input_tokens: 1000, output_tokens: -1 }, [1000, null, 'no_usage']],
      [{ input_tokens: 1000 }, [1000, null, 'no_usage']],
      [{ output_tokens: 100 }, [null, 100, 'no_usage']],
      [{ input_tokens: 1000, total_tokens: 1100 }, [1000, 100, 'computed']],
      [{ input_tokens: 1000, output_tokens: 0 }, [1000, 0, 'computed']],
      [{ input_tokens: -5, output_tokens: -5 }, [null, null, 'no_usage']],
      [{ input_tokens: -5, output_tokens: 100, 'cache_read.input_tokens': 200 }, [null, 100, 'no_usage']],
    ]
    const call = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o',
    }
    const spans = cases.map(([counts]) => {
      const usage = Object.entries(counts).map(([name, count]) => [`gen_ai.usage.${name}`, count])
      return otlpSpan({ traceId: newTraceId(), values: { ...call, ...Object.fromEntries(usage) } })
    })
    for (const span of spans) assert.equal((await exportSpans(api, span)).status, 200)
    const embedding = { ...call, 'gen_ai.operation.name': 'embeddings', 'gen_ai.usage.input_tokens': 7 }
    await exportSpans(
      api,
      otlpSpan({
        traceId: newTraceId(),
        values: { ...embedding, 'gen_ai.request.model': 'text-embedding-3-small' },
      }),
    )
    await api.post('/track-request', {
      function_name: 'openai.chat.completions.create',
      provider_type: 'openai',
      args: [],
      kwargs: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] },
      request_response: { choices: [], usage: { prompt_tokens: 30 } },
      request_start_time: 1_780_000_000,
      request_end_time: 1_780_000_001,
    })
    const response = await fetch(`${app.baseUrl}/api/public/v2/requests/export`, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ format: 'jsonl' }),
    })
    const rows = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const shown = rows.map(({ input_tokens, output_tokens, price_source, price }) => {
      assert.equal(price === null, price_source === 'no_usage')
      return JSON.stringify([input_tokens, output_tokens, price_source])
    })
    const expected = [...cases.map(([, row]) => row), [7, 0, 'computed'], [30, null, 'no_usage']]
    assert.deepEqual(shown.sort(), expected.map((row) => JSON.stringify(row)).sort())

    const chart = { metric: 'avg', metricField: 'output_tokens', groupByField: 'provider_type' }
    const { data } = await chartOf(api, chart)
    assert.deepEqual(data, [{ name: 'openai', value: (5 * 100 + 2 * 0) / 7, value_uncounted: 1 }])

    // Repricing leaves the price unknown.
    const year = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
    const repriced = await api.post('/api/public/v2/price-ledger/reprice', { ...year, apply: true })
    assert.equal(repriced.status, 200, JSON.stringify(repriced.body))
    const { items } = (await api.post('/api/public/v2/requests/search', { per_page: 25 })).body
    const unknown = items.filter(({ price_source }: { price_source: string }) => price_source === 'no_usage')
    assert.equal(unknown.length, 7)
  })

  test('a request without a price is priced by its model; a price in the call is stored, even 0', async () => {
    const { api } = await app.newWorkspace()
    // 1000 x 2.5/M + 100 x 10/M = 0.0025 + 0.001
    assert.deepEqual(await priceOf(api, await log(api)), [0.0035, 'computed'])
    assert.deepEqual(await priceOf(api, await log(api, { price: 0 })), [0, 'given'])
    assert.deepEqual(await priceOf(api, await log(api, { price: 0.42 })), [0.42, 'given'])
    assert.deepEqual(await priceOf(api, await log(api, { model: 'our-own' })), [0, 'unknown_model'])
    assert.deepEqual(await priceOf(api, await log(api, { provider: 'my-openai' })), [0, 'unknown_model'])
    assert.deepEqual(await priceOf(api, await log(api, { input_tokens: 0, output_tokens: 0 })), [
      0,
      'no_usage',
    ])
  })

  test('an unknown price is null: in searches, sums, averages, charts and files', async () => {
    const { api } = await app.newWorkspace()
    const cheap = await log(api, { price: 0.2 })
    const dear = await log(api, { price: 0.4 })
    const free = await log(api, { price: 0 })
    const unknown = await log(api, { model: 'our-own' })
    const uncounted = await log(api, { model: 'our-own', input_tokens: 0, output_tokens: 0 })
    await finishIndex(app.context.store)
    const itemsOf = async (...filters: object[]) => {
      const { status, body } = await api.post('/api/public/v2/requests/search', {
        filter_group: { filters },
      })
      assert.equal(status, 200, JSON.stringify(body))
      const items = body.items as { id: number; price: number; price_source: string }[]
      return items.toSorted((a, b) => a.id - b.id)
    }
    const idsOf = async (...filters: object[]) => (await itemsOf(...filters)).map(({ id }) => id)
    const cost = (operator: string, value?: unknown) => ({ field: 'cost', operator, value })
    assert.deepEqual(
      (await itemsOf()).map(({ price, price_source }) => [price, price_source]),
      [
        [0.2, 'given'],
        [0.4, 'given'],
        [0, 'given'],
        [0, 'unknown_model'],
        [0, 'no_usage'],
      ],
    )
    assert.deepEqual(await idsOf(cost('is_null')), [unknown, uncounted])
    assert.deepEqual(await idsOf(cost('is_not_null')), [cheap, dear, free])
    assert.deepEqual(await idsOf(cost('eq', 0)), [free])
    assert.deepEqual(await idsOf(cost('lt', 0.3)), [cheap, free])
    assert.deepEqual(await idsOf(cost('neq', 0)), [cheap, dear, unknown, uncounted])

    const series = ['sum', 'avg', 'min', 'max', 'percentile'].map((metric) => ({
      key: metric,
      label: metric,
      metric,
      metricField: 'cost',
      ...(metric === 'percentile' && { percentile: 1 }),
    }))
    const charts = await api.post('/api/public/v2/requests/analytics/custom-analytics', {
      customCharts: [
        { id: 'all', chartType: 'bar', series },
        { id: 'hours', chartType: 'bar', series: series.slice(0, 2), groupByField: 'engine' },
        {
          id: 'time',
          chartType: 'bar',
          metric: 'avg',
          metricField: 'cost',
          groupByField: 'engine',
          timeSeries: true,
        },
      ],
    })
    assert.equal(charts.status, 200, JSON.stringify(charts.body))
    const [all, byModel, overTime] = charts.body.customCharts
    const near = (value: number) => Number(value.toFixed(9))
    const { name: _, ...values } = all.data[0]
    assert.deepEqual(
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, near(value as number)])),
      {
        sum: 0.6,
        sum_unpriced: 2,
        avg: 0.2,
        avg_unpriced: 2,
        min: 0,
        min_unpriced: 2,
        max: 0.4,
        max_unpriced: 2,
        percentile: 0,
      },
    )
    const ofModel = (name: string) => byModel.data.find((row: { name: string }) => row.name === name)
    assert.deepEqual(ofModel('our-own'), {
      name: 'our-own',
      sum: 0,
      sum_unpriced: 2,
      avg: null,
      avg_unpriced: 2,
    })
    assert.deepEqual([near(ofModel('gpt-4o').avg), ofModel('gpt-4o').avg_unpriced], [0.2, 0])
    const { key } = overTime.series.find(({ label }: { label: string }) => label === 'our-own')
    assert.deepEqual([overTime.data[0][key], overTime.data[0][`${key}_unpriced`]], [null, 2])

    const { body: overview } = await api.post('/api/public/v2/requests/analytics', {})
    assert.deepEqual(
      [near(overview.totalCost), overview.unpricedRequests, overview.stats[0].unpricedRequests],
      [0.6, 2, 2],
    )
    assert.deepEqual(
      overview.providerBreakdown.map((row: { unpricedRequests: number }) => row.unpricedRequests),
      [2],
    )
    const { body: ledger } = await api.get(`/api/public/v2/price-ledger?${may}`)
    assert.deepEqual(ledger.price_list, {
      id: null,
      source: 'built_in',
      name: 'genai-prices 0.1.8',
      format: 'genai-prices',
      date: '2026-09-23',
    })
    assert.deepEqual([ledger.total_cost, ledger.requests, ledger.unpriced_requests], ['0.6', 5, 2])

    // A request whose price becomes known moves from the unpriced count to the cost.
    await api.post('/api/public/v2/price-overrides', { model: 'our-own', rates: { input: 1, output: 1 } })
    await api.post('/api/public/v2/price-ledger/reprice', { ...window, apply: true })
    assert.deepEqual(await idsOf(cost('is_null')), [uncounted])
    const { body: later } = await api.post('/api/public/v2/requests/analytics', {})
    assert.deepEqual([near(later.totalCost), later.unpricedRequests], [0.6011, 1])
  })

  test('a request gets the price in force at its start', async () => {
    const { api } = await app.newWorkspace()
    const at = (day: string) => ({
      request_start_time: `${day}T00:00:00Z`,
      request_end_time: `${day}T00:00:01Z`,
    })
    // o3: 10 and 40 until 2025-06-10, 2 and 8 from then on
    assert.deepEqual(await priceOf(api, await log(api, { model: 'o3', ...at('2025-06-09') })), [
      0.014,
      'computed',
    ])
    assert.deepEqual(await priceOf(api, await log(api, { model: 'o3', ...at('2025-06-10') })), [
      0.0028,
      'computed',
    ])
  })

  test('a call reported by an SDK is priced by all token counts of the answer', async () => {
    const { api, key } = await app.newWorkspace()
    const track = async (kwargs: object, provider_type: string, request_response: object) => {
      const { body } = await api.post('/track-request', {
        api_key: key,
        function_name: `${provider_type}.create`,
        provider_type,
        kwargs,
        request_response,
        request_start_time: 1_777_716_000,
        request_end_time: 1_777_716_001,
      })
      return priceOf(api, body.request_id)
    }
    const claude = await track({ model: 'claude-sonnet-4-20250514', messages: [] }, 'anthropic', {
      type: 'message',
      model: 'claude-sonnet-4-20250514',
      content: [{ type: 'text', text: 'Hello' }],
      usage: {
        input_tokens: 1000,
        cache_read_input_tokens: 2000,
        cache_creation_input_tokens: 3000,
        cache_creation: { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 2000 },
        output_tokens: 500,
      },
    })
    // 1000 x 3 + 2000 x 0.3 + 1000 x 3.75 + 2000 x 6 + 500 x 15 = 26850 millionths
    assert.deepEqual(claude, [0.02685, 'computed'])
    const azure = await track({ model: 'my-deployment', messages: [] }, 'openai.azure', {
      model: 'gpt-4o-mini-2024-07-18',
      choices: [{ message: { role: 'assistant', content: 'Hello' } }],
      usage: { prompt_tokens: 1000, completion_tokens: 0, prompt_tokens_details: { cached_tokens: 400 } },
    })
    // 600 x 0.15 + 400 x 0.075 = 120 millionths
    assert.deepEqual(azure, [0.00012, 'computed'])
  })

  test("a logged call is priced by the provider's own token counts if the caller sends them", async () => {
    const { api } = await app.newWorkspace()
    const claude = {
      provider: 'anthropic',
      model: 'claude-sonnet-4-20250514',
      // Anthropic's count excludes tokens read from and written to the cache.
      input_tokens: 1000,
      output_tokens: 500,
      usage: {
        input_tokens: 1000,
        cache_read_input_tokens: 2000,
        cache_creation_input_tokens: 3000,
        output_tokens: 500,
      },
    }
    const id = await log(api, claude)
    // 1000 x 3 + 2000 x 0.3 + 3000 x 3.75 + 500 x 15 = 22350 millionths
    assert.deepEqual(await priceOf(api, id), [0.02235, 'computed'])
    const { body: read } = await api.get(`/api/public/v2/requests/${id}`)
    assert.deepEqual([read.input_tokens, read.output_tokens], [6000, 500])
    const gemini = { usage: { promptTokenCount: 1000, candidatesTokenCount: 60, thoughtsTokenCount: 40 } }
    const thought = await log(api, { provider: 'google', model: 'gemini-2.5-pro', ...gemini })
    // 1000 x 1.25 + 100 x 10 = 2250 millionths
    assert.deepEqual(await priceOf(api, thought), [0.00225, 'computed'])
    for (const usage of [null, {}, { __proto__: 1, input_tokens: 'many' }, { input_tokens: -1 }])
      assert.deepEqual(await priceOf(api, await log(api, { usage })), [0.0035, 'computed'])
  })

  test('a service tier has its own price or an unknown price, never the standard price', async () => {
    const { api, key } = await app.newWorkspace()
    const usage = (service_tier: string) => ({ input_tokens: 1000, output_tokens: 100, service_tier })
    for (const standard of ['default', 'auto', 'standard', 'on_demand'])
      assert.deepEqual(await priceOf(api, await log(api, { usage: usage(standard) })), [0.0035, 'computed'])
    for (const other of ['flex', 'batch', 'priority', 'constructor'])
      assert.deepEqual(
        await priceOf(api, await log(api, { usage: usage(other) })),
        [0, 'unknown_model'],
        other,
      )
    const flexRequest = await log(api, { parameters: { service_tier: 'flex' } })
    assert.deepEqual(await priceOf(api, flexRequest), [0, 'unknown_model'])
    const tracked = async (service_tier: string) => {
      const { body } = await api.post('/track-request', {
        api_key: key,
        function_name: 'openai.chat.completions.create',
        provider_type: 'openai',
        kwargs: { model: 'gpt-4o', messages: [], service_tier: 'flex' },
        request_response: {
          service_tier,
          choices: [{ message: { role: 'assistant', content: 'Hello' } }],
          usage: { prompt_tokens: 1000, completion_tokens: 100 },
        },
        request_start_time: 1_777_716_000,
        request_end_time: 1_777_716_001,
      })
      return priceOf(api, body.request_id)
    }
    // A call requested as flex may be answered as standard.
    assert.deepEqual(await tracked('flex'), [0, 'unknown_model'])
    assert.deepEqual(await tracked('default'), [0.0035, 'computed'])

    const path = '/api/public/v2/price-overrides'
    const flex = { model: 'gpt-4o', service_tier: 'flex', rates: { input: '1.25', output: '5' } }
    const created = await api.post(path, { ...flex, to: '2026-05-03T00:00:00Z' })
    assert.equal(created.status, 201)
    assert.deepEqual(
      [created.body.price_override.service_tier, created.body.price_override.to],
      ['flex', '2026-05-03T00:00:00.000Z'],
    )
    // 1000 x 1.25 + 100 x 5 = 1750 millionths
    assert.deepEqual(await priceOf(api, await log(api, { usage: usage('flex') })), [0.00175, 'computed'])
    assert.deepEqual(await priceOf(api, await log(api)), [0.0035, 'computed'])
    const after = { usage: usage('flex'), request_start_time: '2026-05-03T00:00:00Z' }
    assert.deepEqual(await priceOf(api, await log(api, after)), [0, 'unknown_model'])
    assert.equal((await api.post(path, { ...flex, service_tier: null })).status, 201)
    const reply = await api.patch(`${path}/${created.body.price_override.id}`, {
      from: '2026-05-04T00:00:00Z',
    })
    assert.deepEqual([reply.status, reply.body.detail?.[0]?.loc], [422, ['body', 'to']])
    // A price for another tier sets no price of the standard tier.
    await api.post(path, { model: 'our-own', service_tier: 'batch', rates: { input: 1, output: 1 } })
    await log(api, { model: 'our-own' })
    const { body } = await api.get(`/api/public/v2/price-ledger?${may}`)
    const known = body.unknown_models.map((model: { model: string; known_now: boolean }) => [
      model.model,
      model.known_now,
    ])
    assert.deepEqual(known, [
      ['gpt-4o', false],
      ['our-own', false],
    ])
  })

  test('audio and web searches are priced by their own rates, or have an unknown price', async () => {
    const { api } = await app.newWorkspace()
    const audio = {
      prompt_tokens: 1000,
      completion_tokens: 100,
      prompt_tokens_details: { audio_tokens: 900 },
    }
    for (const [model, expected] of [
      ['gpt-4o-audio-preview', [0, 'unknown_model']],
      ['gpt-4o-mini-audio-preview', [0, 'unknown_model']],
      // 100 x 2.5 + 900 x 32 + 100 x 10 = 30050 millionths
      ['gpt-audio', [0.03005, 'computed']],
    ] as const)
      assert.deepEqual(await priceOf(api, await log(api, { model, usage: audio })), expected, model)
    const searched = {
      provider: 'anthropic',
      model: 'claude-sonnet-4-20250514',
      usage: { input_tokens: 1000, output_tokens: 100, server_tool_use: { web_search_requests: 3 } },
    }
    // 1000 x 3 + 100 x 15 + 3 x 10000 = 34500 millionths
    assert.deepEqual(await priceOf(api, await log(api, searched)), [0.0345, 'computed'])
  })

  test('a model call in a span is priced, unless the span has a cost', async () => {
    const { api } = await app.newWorkspace()
    const priced = async (span_id: string, more: object) => {
      const span = {
        name: 'chat gpt-4o',
        context: { trace_id: '5b8efff798038103d269b633813fc60c', span_id, trace_state: '' },
        kind: 'SpanKind.CLIENT',
        parent_id: null,
        start_time: 1_777_716_000_000_000_000,
        end_time: 1_777_716_001_000_000_000,
        status: { status_code: 'StatusCode.OK' },
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'openai',
          'gen_ai.request.model': 'gpt-4o',
          'gen_ai.usage.input_tokens': 1000,
          'gen_ai.usage.output_tokens': 100,
          ...more,
        },
        resource: { attributes: {}, schema_url: '' },
      }
      const { status, body } = await api.post('/spans-bulk', { spans: [span] })
      assert.ok(status < 300, JSON.stringify(body))
      const { body: read } = await api.get(`/api/public/v2/price-ledger?${may}`)
      return read.total_cost
    }
    assert.equal(await priced('eee19b7ec3c1b174', {}), '0.0035')
    assert.equal(await priced('eee19b7ec3c1b175', { 'gen_ai.usage.cost': 0.25 }), '0.2535')
    const cached = {
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-sonnet-4-20250514',
      'gen_ai.usage.input_tokens': 6000,
      'gen_ai.usage.cache_read.input_tokens': 2000,
      'gen_ai.usage.cache_creation.input_tokens': 3000,
    }
    // 1000 x 3 + 2000 x 0.3 + 3000 x 3.75 + 100 x 15 = 16350 millionths
    assert.equal(await priced('eee19b7ec3c1b176', cached), '0.26985')
    const deployment = {
      'gen_ai.provider.name': 'azure.ai.openai',
      'gen_ai.request.model': 'our-deployment',
      'gen_ai.response.model': 'gpt-4o-2024-08-06',
    }
    assert.equal(await priced('eee19b7ec3c1b177', deployment), '0.27335')
    const flex = { 'gen_ai.openai.response.service_tier': 'flex' }
    assert.equal(await priced('eee19b7ec3c1b178', flex), '0.27335')
  })

  test("a workspace's own price overrides the list from its start, and in this workspace only", async () => {
    const { api } = await app.newWorkspace()
    const path = '/api/public/v2/price-overrides'
    const created = await api.post(path, {
      provider: 'openai',
      model: 'gpt-4*',
      rates: { input: 1, output: '2.5' },
    })
    assert.equal(created.status, 201)
    assert.deepEqual(created.body.price_override.rates, { input: '1', output: '2.5' })
    // 1000 x 1 + 100 x 2.5 = 1250 millionths
    assert.deepEqual(await priceOf(api, await log(api)), [0.00125, 'computed'])
    assert.deepEqual(await priceOf(api, await log(api, { provider: 'openai.azure' })), [0.0035, 'computed'])
    assert.deepEqual(await priceOf(app.api, await log(app.api)), [0.0035, 'computed'])

    const id = created.body.price_override.id
    const moved = await api.patch(`${path}/${id}`, { from: '2026-05-03T00:00:00Z' })
    assert.equal(moved.body.price_override.from, '2026-05-03T00:00:00.000Z')
    assert.deepEqual(await priceOf(api, await log(api)), [0.0035, 'computed'])

    assert.equal((await api.get(path)).body.price_overrides.length, 1)
    assert.equal((await api.delete(`${path}/${id}`)).status, 200)
    assert.deepEqual((await api.get(path)).body.price_overrides, [])
    assert.equal((await api.delete(`${path}/${id}`)).status, 404)
  })

  test('an override is refused with the name of its field', async () => {
    const path = '/api/public/v2/price-overrides'
    const body = { provider: 'openai', model: 'm', rates: { input: '1' } }
    for (const [field, changes] of [
      ['body.rates', { rates: {} }],
      ['body.rates.input', { rates: { input: '1e3' } }],
      ['body.rates.input', { rates: { input: '0.0000001' } }],
      ['body.rates.input', { rates: { input: -1 } }],
      ['body.rates', { rates: { unknown: '1' } }],
      ['body.model', { model: '*a*b*c*d*e*f*g*h*i*' }],
      ['body.from', { from: 'soon' }],
    ] as const) {
      const reply = await app.api.post(path, { ...body, ...changes })
      assert.equal(reply.status, 422, `${JSON.stringify(changes)} ${JSON.stringify(reply.body)}`)
      assert.ok(reply.body.detail[0].loc.join('.').startsWith(field), JSON.stringify(reply.body))
    }
    assert.equal((await app.api.post(path, body)).status, 201)
    assert.equal((await app.api.post(path, body)).status, 409)
  })

  test('the ledger has exact sums by day and model, and names the models without a price', async () => {
    const { api } = await app.newWorkspace()
    // 0.1 and 0.2 as doubles make 0.30000000000000004.
    await log(api, { price: 0.1 })
    await log(api, { price: 0.2 })
    await log(api)
    await log(api, { price: 1e300 / 1e290 })
    await log(api, { model: 'our-own', input_tokens: 7 })
    await log(api, { model: 'our-own', input_tokens: 8, request_start_time: '2026-05-04T00:00:00Z' })
    await log(api, { request_start_time: '2026-06-01T00:00:00Z' })
    const { status, body } = await api.get(`/api/public/v2/price-ledger?${may}`)
    assert.equal(status, 200)
    assert.equal(body.requests, 6)
    assert.equal(body.total_cost, '10000000000.3035')
    assert.deepEqual(body.entries, [
      {
        day: '2026-05-02',
        provider: 'openai',
        model: 'gpt-4o',
        requests: 4,
        input_tokens: 4000,
        output_tokens: 400,
        uncounted_requests: 0,
        cost: '10000000000.3035',
        given_cost: '10000000000.3',
        given_requests: 3,
        unknown_model_requests: 0,
        no_usage_requests: 0,
      },
      ...['2026-05-02', '2026-05-04'].map((day, index) => ({
        day,
        provider: 'openai',
        model: 'our-own',
        requests: 1,
        input_tokens: 7 + index,
        output_tokens: 100,
        uncounted_requests: 0,
        cost: '0',
        given_cost: '0',
        given_requests: 0,
        unknown_model_requests: 1,
        no_usage_requests: 0,
      })),
    ])
    assert.deepEqual(body.sources, [
      { day: '2026-05-02', source: 'app', requests: 5, cost: '10000000000.3035', unpriced_requests: 1 },
      { day: '2026-05-04', source: 'app', requests: 1, cost: '0', unpriced_requests: 1 },
    ])
    const unknown = {
      provider: 'openai',
      model: 'our-own',
      requests: 2,
      input_tokens: 15,
      output_tokens: 200,
      uncounted_requests: 0,
    }
    assert.deepEqual(body.unknown_models, [{ ...unknown, known_now: false }])
    await api.post('/api/public/v2/price-overrides', { model: 'our-own', rates: { input: 1, output: 1 } })
    const later = await api.get(`/api/public/v2/price-ledger?${may}`)
    assert.deepEqual(later.body.unknown_models, [{ ...unknown, known_now: true }])
  })

  test('the ledger counts the requests without token counts, except refused calls', async () => {
    const { api } = await app.newWorkspace()
    const none = { input_tokens: 0, output_tokens: 0 }
    await log(api)
    await log(api, none)
    await log(api, { ...none, price: 0.1 })
    await log(api, { ...none, price: 0, status: 'ERROR', error_type: 'PROVIDER_RATE_LIMIT' })
    await log(api, { ...none, status: 'ERROR', error_type: 'PROVIDER_TIMEOUT' })
    const { entries } = (await api.get(`/api/public/v2/price-ledger?${may}`)).body
    assert.equal(entries.length, 1)
    assert.deepEqual([entries[0].requests, entries[0].uncounted_requests], [5, 3])
  })

  test('the ledger adds the largest prices exactly', async () => {
    const { api } = await app.newWorkspace()
    for (const price of [1e15, 1e15, Number.MIN_VALUE, 1999.999999999999]) await log(api, { price })
    const { status, body } = await api.get(`/api/public/v2/price-ledger?${may}`)
    assert.equal(status, 200)
    assert.equal(body.total_cost, '2000000000001999.999999999999')
  })

  test('the ledger adds token counts whose sum exceeds the safe integers', async () => {
    const { api } = await app.newWorkspace()
    const most = 4_503_599_627_370_495
    for (const _ of [1, 2, 3]) await log(api, { input_tokens: most, output_tokens: most })
    const { status, body } = await api.get(`/api/public/v2/price-ledger?${may}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.entries[0].input_tokens, 3 * most)
  })

  test('the ledger has days of a time zone, and only the requests of a search', async () => {
    const { api } = await app.newWorkspace()
    const at = (request_start_time: string, more: object = {}) =>
      log(api, { price: 1, request_start_time, ...more })
    await at('2026-05-04T21:59:00Z', { tags: ['shop'] })
    await at('2026-05-04T22:01:00Z', { tags: ['shop'], model: 'our-own' })
    await at('2026-05-05T22:01:00Z')
    const read = async (query: Record<string, string>) => {
      const search = new URLSearchParams({ from: '2026-05-01', to: '2026-06-01', ...query })
      const { status, body } = await api.get(`/api/public/v2/price-ledger?${search}`)
      assert.equal(status, 200, JSON.stringify(body))
      return [body.total_cost, body.sources.map((day: { day: string; cost: string }) => [day.day, day.cost])]
    }
    const utc = [
      ['2026-05-04', '2'],
      ['2026-05-05', '1'],
    ]
    assert.deepEqual(await read({}), ['3', utc])
    const inBerlin = [
      ['2026-05-04', '1'],
      ['2026-05-05', '1'],
      ['2026-05-06', '1'],
    ]
    assert.deepEqual(await read({ time_zone: 'Europe/Berlin' }), ['3', inBerlin])
    const tagged = { filters: [{ field: 'tags', operator: 'contains', value: 'shop' }] }
    const filter_group = JSON.stringify(tagged)
    assert.deepEqual(await read({ filter_group }), ['2', [['2026-05-04', '2']]])
    const found = await read({ filter_group, time_zone: 'Europe/Berlin' })
    assert.deepEqual(found, ['2', inBerlin.slice(0, 2)])
    assert.deepEqual(await read({ q: 'no such word' }), ['0', []])
    const wrong = await api.get('/api/public/v2/price-ledger?filter_group=none')
    assert.equal(wrong.status, 422)
  })

  test('the window of the ledger is checked', async () => {
    const ledger = (query: string) => app.api.get(`/api/public/v2/price-ledger?${query}`)
    assert.equal((await ledger('')).status, 200)
    assert.equal((await ledger('from=2026-01-02&to=2026-01-01')).status, 422)
    assert.equal((await ledger('from=2020-01-01&to=2026-01-01')).status, 422)
  })

  test('repricing shows the difference first, then applies it; given prices stay', async () => {
    const { api } = await app.newWorkspace()
    const withPrice = await log(api, { price: 0.5 })
    const computed = await log(api)
    const unknown = await log(api, { model: 'our-own' })
    await api.post('/api/public/v2/price-overrides', { model: 'gpt-4o', rates: { input: 2, output: 20 } })
    await api.post('/api/public/v2/price-overrides', { model: 'our-own', rates: { input: 1, output: 1 } })
    const reprice = async (apply: boolean) =>
      (await api.post('/api/public/v2/price-ledger/reprice', { ...window, apply })).body
    const preview = await reprice(false)
    assert.deepEqual(preview, {
      success: true,
      applied: false,
      requests: 2,
      changed: 2,
      before: '0.0035',
      after: '0.0051',
      difference: '0.0016',
      models: [
        {
          provider: 'openai',
          model: 'gpt-4o',
          requests: 1,
          changed: 1,
          unknown: 0,
          // 1000 x 2 + 100 x 20 = 4000 millionths
          before: '0.0035',
          after: '0.004',
          difference: '0.0005',
        },
        {
          provider: 'openai',
          model: 'our-own',
          requests: 1,
          changed: 1,
          unknown: 0,
          before: '0',
          after: '0.0011',
          difference: '0.0011',
        },
      ],
    })
    assert.deepEqual(await priceOf(api, computed), [0.0035, 'computed'])
    assert.deepEqual(await reprice(true), { ...preview, applied: true })
    assert.deepEqual(await priceOf(api, computed), [0.004, 'computed'])
    assert.deepEqual(await priceOf(api, unknown), [0.0011, 'computed'])
    assert.deepEqual(await priceOf(api, withPrice), [0.5, 'given'])
    const again = await reprice(true)
    assert.deepEqual([again.changed, again.difference], [0, '0'])
  })

  test('all pages of a window are repriced, and nothing outside the window', async () => {
    const { api } = await app.newWorkspace()
    const ids = []
    for (let round = 0; round < 21; round++)
      ids.push(...(await Promise.all(Array.from({ length: 50 }, () => log(api, { model: 'our-own' })))))
    const outside = await log(api, { model: 'our-own', request_start_time: '2026-06-01T00:00:00Z' })
    await api.post('/api/public/v2/price-overrides', { model: 'our-own', rates: { input: 1, output: 1 } })
    const { body } = await api.post('/api/public/v2/price-ledger/reprice', { ...window, apply: true })
    // 1050 x 1100 millionths
    assert.deepEqual([body.requests, body.changed, body.after], [1050, 1050, '1.155'])
    assert.deepEqual(await priceOf(api, ids.at(-1)!), [0.0011, 'computed'])
    assert.deepEqual(await priceOf(api, outside), [0, 'unknown_model'])
  })
})
