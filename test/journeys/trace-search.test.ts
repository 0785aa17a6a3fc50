import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { recordQueries } from './support/recorded-queries.ts'

const second = 1_000_000_000n
const start = 1_795_168_800n * second

interface SpanValues {
  readonly trace: string
  readonly index?: number
  readonly parent?: number | null
  readonly name?: string
  readonly at?: number
  readonly isError?: boolean
  readonly attributes?: Record<string, unknown>
}

const idOf = (trace: string, index: number) => `${trace}${index}`.padStart(16, '0').slice(-16)

const span = ({ trace, index = 1, parent = null, name, at = 0, isError, attributes = {} }: SpanValues) => ({
  name: name ?? `step ${index}`,
  context: { trace_id: trace.padStart(32, '0'), span_id: idOf(trace, index), trace_state: '' },
  kind: 'SpanKind.INTERNAL',
  parent_id: parent === null ? null : idOf(trace, parent),
  start_time: String(start + BigInt(at) * second),
  end_time: String(start + BigInt(at + 2) * second),
  status: isError
    ? { status_code: 'StatusCode.ERROR', description: 'the shop\nis closed' }
    : { status_code: 'StatusCode.OK', description: null },
  attributes,
  resource: { attributes: {}, schema_url: '' },
})

const call = (model: string, question: string, answer = 'Done.') => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': model,
  'gen_ai.usage.input_tokens': 1_000,
  'gen_ai.usage.output_tokens': 100,
  'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: question }] }]),
  'gen_ai.output.messages': JSON.stringify([
    { role: 'assistant', parts: [{ type: 'text', content: answer }] },
  ]),
})

type Body = Record<string, unknown>

describe('the list of traces', () => {
  const app = appOfSuite()
  const search = async (body: Body = {}) => {
    const answer = await app.api.post('/api/public/v2/traces/search', body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const names = async (body: Body = {}): Promise<string[]> =>
    (await search(body)).items.map(({ name }: { name: string }) => name)
  const filtered = (...filters: object[]) => ({ filter_group: { logic: 'AND', filters } })
  const where = (field: string, operator: string, value?: unknown) => filtered({ field, operator, value })

  before(async () => {
    const spans = [
      span({ trace: 'a', name: 'refund', attributes: { 'session.id': 's1', 'user.id': 'ada' } }),
      span({
        trace: 'a',
        index: 2,
        parent: 1,
        at: 1,
        attributes: call('gpt-4o-mini', 'Where is my refund?'),
      }),
      span({
        trace: 'a',
        index: 3,
        parent: 1,
        at: 1,
        name: 'lookup',
        isError: true,
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'find_order' },
      }),
      span({
        trace: 'b',
        at: 10,
        name: 'greeting',
        attributes: {
          ...call('a model of ours', 'Hello there'),
          'langfuse.session.id': 's1',
          'langfuse.user.id': 'bob',
          'promptlayer.metadata.plan': 'pro',
        },
      }),
      // Its root span has not arrived.
      span({ trace: 'c', index: 2, parent: 1, at: 20, name: 'waiting' }),
    ]
    assert.equal((await app.api.post('/spans-bulk', { spans })).status, 201)
  })

  it('has a row for each trace, with the sums of its spans and requests', async () => {
    const { items, total, total_is_exact } = await search()
    assert.deepEqual([total, total_is_exact], [3, true])
    const [waiting, greeting, refund] = items
    assert.deepEqual(
      [waiting.name, waiting.state, waiting.cost, waiting.request_count],
      ['waiting', 'live', 0, 0],
    )
    assert.equal(refund.name, 'refund')
    assert.deepEqual(
      [refund.status, refund.state, refund.span_count, refund.error_count],
      ['ERROR', 'ended', 3, 1],
    )
    assert.deepEqual([refund.duration_ms, refund.input_tokens, refund.output_tokens], [3_000, 1_000, 100])
    assert.deepEqual([refund.models, refund.tools], [['gpt-4o-mini'], ['find_order']])
    assert.deepEqual([refund.session_id, refund.user_id], ['s1', 'ada'])
    assert.ok(refund.cost > 0 && refund.cost_is_whole)
    // A price that is unknown is not 0.
    assert.deepEqual([greeting.cost, greeting.cost_is_whole], [null, false])
    assert.deepEqual([greeting.session_id, greeting.user_id], ['s1', 'bob'])
  })

  it('has the question, the answer and the error of each trace, on request', async () => {
    const { items } = await search({ include_previews: true })
    assert.deepEqual(
      items.map(({ previews }: { previews: unknown }) => previews),
      [
        { input: null, output: null, error: null },
        { input: 'Hello there', output: 'Done.', error: null },
        { input: 'Where is my refund?', output: 'Done.', error: 'the shop is closed' },
      ],
    )
    assert.equal('previews' in (await search()).items[0], false)
  })

  it('finds traces by their depth, also with cycles, missing parents and long chains', async () => {
    const { api } = await app.newWorkspace()
    const parents: Record<string, readonly (number | null)[]> = {
      // Each list has the parent of span 1, 2 and so on.
      a1: [null, ...Array.from({ length: 899 }, (_none, index) => index + 1)],
      a2: [null, ...Array.from({ length: 500 }, () => 1)],
      a3: [99, 1, 98],
      a4: [1],
      a5: [3, 1, 2, 1],
      a6: [null, 3, 2, 1, 4],
    }
    for (const [trace, list] of Object.entries(parents)) {
      const spans = list.map((parent, index) => span({ trace, index: index + 1, parent, name: trace }))
      assert.equal((await api.post('/spans-bulk', { spans })).status, 201)
    }
    const ofDepth = async (depth: number): Promise<string[]> => {
      const { body } = await api.post('/api/public/v2/traces/search', where('trace_depth', 'eq', depth))
      return body.items.map(({ name }: { name: string }) => name).sort()
    }
    const results = await Promise.all([0, 1, 2, 3, 900].map(ofDepth))
    assert.deepEqual(results, [['a4', 'a5'], [], ['a2', 'a3'], ['a6'], ['a1']])
  })

  it('finds traces by their spans, models, tools, errors, cost, tokens, sessions, users and metadata', async () => {
    assert.deepEqual(await names(where('trace_status', 'is', 'ERROR')), ['refund'])
    assert.deepEqual(await names(where('trace_models_used', 'contains', 'gpt-4o-mini')), ['refund'])
    assert.deepEqual(await names(where('trace_models_used', 'not_contains', 'gpt-4o-mini')), [
      'waiting',
      'greeting',
    ])
    assert.deepEqual(await names(where('trace_tool_names', 'contains', 'find_order')), ['refund'])
    assert.deepEqual(await names(where('span_name', 'is', 'lookup')), ['refund'])
    assert.deepEqual(await names(where('trace_total_cost_usd', 'gt', 0)), ['refund'])
    assert.deepEqual(await names(where('trace_total_tokens', 'gte', 1_100)), ['greeting', 'refund'])
    assert.deepEqual(await names(where('trace_session_id', 'is', 's1')), ['greeting', 'refund'])
    assert.deepEqual(await names(where('trace_user_id', 'in', ['ada', 'nobody'])), ['refund'])
    assert.deepEqual(await names(where('trace_error_count', 'gt', 0)), ['refund'])
    assert.deepEqual(await names(where('trace_state', 'is', 'live')), ['waiting'])
    assert.deepEqual(await names(where('trace_duration_ms', 'gt', 2_500)), ['refund'])
    assert.deepEqual(await names(where('trace_depth', 'gt', 1)), ['refund'])
    const planKey = { field: 'metadata', nested_key: 'plan' }
    assert.deepEqual(await names(filtered({ ...planKey, operator: 'key_equals', value: 'pro' })), [
      'greeting',
    ])
    assert.deepEqual(await names(filtered({ ...planKey, operator: 'is_not_empty' })), ['greeting'])
    const failedTool = [
      { field: 'span_type', operator: 'is', value: 'tool' },
      { field: 'span_status', operator: 'is', value: 'ERROR' },
    ]
    assert.deepEqual(await names({ filter_group: { logic: 'SPAN_AND', filters: failedTool } }), ['refund'])
    const failedCall = [{ ...failedTool[0], value: 'llm' }, failedTool[1]]
    assert.deepEqual(await names({ filter_group: { logic: 'SPAN_AND', filters: failedCall } }), [])
  })

  it('finds traces by words of their model calls, beside filters', async () => {
    assert.deepEqual(await names({ q: 'refu' }), ['refund'])
    assert.deepEqual(await names({ q: 'done' }), ['greeting', 'refund'])
    assert.deepEqual(await names({ q: 'done', sort_by: 'trace_duration_ms', sort_order: 'desc' }), [
      'refund',
      'greeting',
    ])
    assert.deepEqual(await names({ q: 'done', ...where('trace_user_id', 'is', 'bob') }), ['greeting'])
  })

  it('counts the matches for the first page of a cursor only', async () => {
    const statements = recordQueries(app.context.store)
    const pageOf = async (body: Body) => {
      statements.length = 0
      const page = await search({ per_page: 1, ...body })
      return { ...page, isCounted: statements.some(({ sql }) => sql.includes('counted')) }
    }
    const first = await pageOf({})
    const second = await pageOf({ cursor: first.next_cursor })
    assert.deepEqual([first.isCounted, second.isCounted], [true, false])
    assert.equal(second.total, first.total)
  })

  it('has pages by number and by cursor, in each sort order', async () => {
    for (const sort_by of [
      'trace_start_time',
      'trace_total_cost_usd',
      'trace_duration_ms',
      'trace_total_tokens',
    ])
      for (const q of [null, 'done']) {
        const whole = await names({ sort_by, q })
        const ids: string[] = []
        let cursor: string | null = null
        do {
          const page: { items: { name: string }[]; next_cursor: string | null; total: number } = await search(
            {
              sort_by,
              q,
              per_page: 1,
              cursor,
            },
          )
          ids.push(...page.items.map(({ name }) => name))
          cursor = page.next_cursor
        } while (cursor)
        assert.deepEqual(ids, whole, sort_by)
        assert.deepEqual(await names({ sort_by, q, per_page: 1, page: 2 }), whole.slice(1, 2))
      }
  })

  it('counts the values of the matching traces, and suggests values', async () => {
    const facets = [
      { field: 'trace_status' },
      { field: 'trace_models_used' },
      { field: 'metadata_keys' },
      { field: 'metadata', nested_key: 'plan' },
    ]
    const { body } = await app.api.post('/api/public/v2/traces/facets', { facets })
    assert.deepEqual([body.traces, body.traces_are_exact], [3, true])
    const [statuses, models, keys, plans] = body.facets.map(
      ({ values }: { values: { value: string; traces: number }[] }) =>
        values.map(({ value, traces }) => [value, traces]),
    )
    assert.deepEqual(statuses, [
      ['OK', 2],
      ['ERROR', 1],
    ])
    assert.deepEqual(models, [
      ['a model of ours', 1],
      ['gpt-4o-mini', 1],
    ])
    assert.ok(keys.some(([key]: [string]) => key === 'plan'))
    assert.deepEqual(plans, [['pro', 1]])
    const wordFacets = await app.api.post('/api/public/v2/traces/facets', {
      q: 'refund',
      facets: facets.slice(1, 2),
    })
    assert.deepEqual(wordFacets.body.facets[0].values, [{ value: 'gpt-4o-mini', traces: 1 }])
    const suggested = await app.api.get(
      '/api/public/v2/traces/suggestions?field=trace_models_used&prefix=gpt',
    )
    assert.deepEqual(suggested.body.values, ['gpt-4o-mini'])
  })

  it('computes sums again although the document of one span is damaged', async () => {
    const { store } = app.context
    const damaged = 'b'.padStart(32, '0')
    await store.transact(async (tx) => {
      await tx.updateTable('spans').set({ document: '{' }).where('trace_id', '=', damaged).execute()
      await tx.updateTable('traces').set({ stated: null, due_at: 0, session_id: null }).execute()
    })
    const due = () =>
      store.db.selectFrom('traces').select('trace_id').where('due_at', 'is not', null).execute()
    await search()
    while ((await due()).length > 0) await sleep(20)
    // The session of the damaged span is also in the metadata of its request.
    assert.deepEqual(
      (await search()).items.map(({ session_id }: { session_id: string | null }) => session_id),
      [null, 's1', 's1'],
    )
  })

  it('computes the sums of a trace although all other traces of its batch are damaged', async () => {
    const { store } = app.context
    const own = await app.newWorkspace()
    const ids = Array.from({ length: 45 }, (_none, index) => `f${String(index).padStart(2, '0')}`)
    const spans = ids.map((trace) => span({ trace }))
    assert.equal((await own.api.post('/spans-bulk', { spans })).status, 201)
    const good = ids[22]!.padStart(32, '0')
    const mark = (stated: string | null, due_at: number | null) =>
      store.db.updateTable('traces').set({ stated, due_at }).where('workspace_id', '=', own.id)
    await store.transact(async (tx) => {
      await tx.executeQuery(mark('{', 0))
      await tx.executeQuery(mark(null, 0).where('trace_id', '=', good))
    })
    const isDue = (id: string) =>
      store.db.selectFrom('traces').select('due_at').where('trace_id', '=', id).executeTakeFirstOrThrow()
    await search()
    while ((await isDue(good)).due_at !== null) await sleep(20)
    await store.transact((tx) => tx.executeQuery(mark(null, null)))
  })

  it('has the current state of a trace that grows, gets an earlier start, and is closed', async () => {
    const child = span({ trace: 'd', index: 2, parent: 1, at: 31, name: 'child' })
    await app.api.post('/spans-bulk', { spans: [child] })
    const [first] = (await search()).items
    assert.deepEqual([first.name, first.state, first.span_count], ['child', 'live', 1])
    await app.api.post('/spans-bulk', { spans: [span({ trace: 'd', at: 30, name: 'root' })] })
    const [second] = (await search(where('span_name', 'is', 'child'))).items
    assert.deepEqual(
      [second.name, second.state, second.span_count, second.duration_ms],
      ['root', 'ended', 2, 3_000],
    )
    await app.api.post('/spans-bulk', {
      spans: [span({ trace: 'd', at: 30, name: 'renamed' })],
      close_after: true,
    })
    const [third] = (await search(where('trace_state', 'is', 'closed'))).items
    assert.deepEqual([third.name, third.span_count], ['renamed', 2])
    assert.deepEqual(await names(where('span_name', 'is', 'root')), [])
  })

  it('computes the sums of traces with many spans, and of traces whose requests changed, after the answer', async () => {
    const { api } = await app.newWorkspace()
    const many = Array.from({ length: 700 }, (_none, index) =>
      span({ trace: 'e', index: index + 1, parent: index === 0 ? null : 1, at: index }),
    )
    for (let from = 0; from < many.length; from += 350)
      await api.post('/spans-bulk', { spans: many.slice(from, from + 350) })
    const listed = async () => (await api.post('/api/public/v2/traces/search', {})).body.items[0]
    await until(async () => (await listed())?.span_count === 700)
    const request = await api.post('/track-request', {
      function_name: 'openai.chat.completions.create',
      provider_type: 'openai',
      kwargs: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] },
      request_response: { choices: [], usage: { prompt_tokens: 40, completion_tokens: 2 } },
      request_start_time: '2026-11-24T10:00:00Z',
      request_end_time: '2026-11-24T10:00:01Z',
      span_id: idOf('e', 7),
    })
    assert.equal(request.status, 200)
    await until(async () => (await listed()).input_tokens === 40)
  })

  it('refuses invalid searches, and has no traces of other workspaces', async () => {
    const refused = async (body: Body) => (await app.api.post('/api/public/v2/traces/search', body)).status
    assert.equal(await refused(where('trace_total_cost_usd', 'contains', 1)), 400)
    assert.equal(await refused({ cursor: 'nonsense' }), 400)
    assert.equal(await refused({ per_page: 101 }), 422)
    assert.equal(await refused({ page: 1_000, per_page: 100 }), 400)
    const { api } = await app.newWorkspace()
    assert.equal((await api.post('/api/public/v2/traces/search', {})).body.total, 0)
    assert.deepEqual((await api.get('/api/public/v2/traces/suggestions?field=trace_name')).body.values, [])
  })
})

describe('a search of traces by words', () => {
  const app = appOfSuite()

  it('returns each trace once, page by page, among thousands of requests, some long after the start of their trace', async () => {
    const traces = Array.from({ length: 1_400 }, (_none, index) => {
      const trace = `w${index}`
      const user = { 'user.id': index % 40 === 0 ? 'ada' : 'bob' }
      const modelCall = call('gpt-4o-mini', 'Where is my parcel?')
      const isLate = index % 80 === 0
      return isLate
        ? [
            span({ trace, name: trace, at: index, attributes: user }),
            span({ trace, index: 2, parent: 1, at: index + 300, attributes: modelCall }),
          ]
        : [span({ trace, name: trace, at: index, attributes: { ...modelCall, ...user } })]
    })
    for (let first = 0; first < traces.length; first += 200)
      assert.equal(
        (await app.api.post('/spans-bulk', { spans: traces.slice(first, first + 200).flat() })).status,
        201,
      )
    const adas = traces.flatMap(([root]) => (root!.attributes['user.id'] === 'ada' ? [root!.name] : []))
    const filter_group = { filters: [{ field: 'trace_user_id', operator: 'is', value: 'ada' }] }
    const query = { q: 'parcel', filter_group, per_page: 4 }
    const ids: string[] = []
    for (let cursor: string | null = null; ; ) {
      const body = bodyOf(await app.api.post('/api/public/v2/traces/search', { ...query, cursor }))
      ids.push(...body.items.map(({ name }: { name: string }) => name))
      cursor = body.next_cursor
      if (cursor === null) break
    }
    assert.deepEqual(ids, adas.toReversed())
  })
})
