import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite, type TestApp } from '../kit/app.ts'

type Api = TestApp['api']

const second = 1_000_000_000n
const start = 1_795_168_800n * second
const traceId = (index: number) => (index + 1).toString(16).padStart(32, '0')
const spanId = (index: number) => (index + 1).toString(16).padStart(16, '0')

const span = (index: number, words = '') => ({
  name: `turn ${index}`,
  context: { trace_id: traceId(index), span_id: spanId(index), trace_state: '' },
  kind: 'SpanKind.INTERNAL',
  parent_id: null,
  start_time: String(start + BigInt(index) * second),
  end_time: String(start + BigInt(index + 1) * second),
  status: { status_code: index % 2 ? 'StatusCode.OK' : 'StatusCode.ERROR', description: null },
  attributes: words
    ? {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'gpt-4o-mini',
        'gen_ai.input.messages': JSON.stringify([
          { role: 'user', parts: [{ type: 'text', content: words }] },
        ]),
      }
    : {},
  resource: { attributes: {}, schema_url: '' },
})

const path = '/api/public/v2/traces/search'
const order = { sort_by: 'score', sort_score_name: 'tone' }

interface Item {
  readonly trace_id: string
  readonly sort_score: number
}

describe('traces in the order of a score', () => {
  const app = appOfSuite()

  const give = async (api: Api, index: number, of: 'trace' | 'span', ...scores: readonly object[]) => {
    const subject = { trace: { subject_id: traceId(index) }, span: { subject_id: spanId(index) } }[of]
    for (const score of scores) {
      const body = { subject_type: of, ...subject, ...(of === 'span' && { trace_id: traceId(index) }) }
      const { status } = await api.post('/api/public/v2/scores', { ...body, name: 'tone', ...score })
      assert.equal(status, 201)
    }
  }
  const search = async (api: Api, body: object) => {
    const answer = await api.post(path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as { items: Item[]; next_cursor: string | null; total: number }
  }
  const indexesOf = (items: readonly Item[]) => items.map(({ trace_id }) => Number.parseInt(trace_id, 16) - 1)
  async function indexesByPages(api: Api, body: object) {
    const ids: number[] = []
    for (let cursor: string | null = null; ; ) {
      const page = await search(api, { ...body, ...(cursor !== null && { cursor }) })
      ids.push(...indexesOf(page.items))
      cursor = page.next_cursor
      if (cursor === null) return ids
    }
  }

  it('are listed by the mean of their own numbers, or else of those of their spans', async () => {
    const { api } = await app.newWorkspace()
    const spans = Array.from({ length: 8 }, (_none, index) => span(index, index === 4 ? 'a refund' : ''))
    assert.equal((await api.post('/spans-bulk', { spans })).status, 201)
    await give(api, 1, 'trace', { value: 0.25, source: 'judge' }, { value: 0.75, source: 'person' })
    await give(api, 2, 'trace', { value: true })
    await give(api, 3, 'trace', { value: 'warm' })
    await give(api, 4, 'span', { value: -3.5 })
    // A score of the trace takes precedence over that of its span.
    await give(api, 5, 'span', { value: 9 })
    await give(api, 5, 'trace', { value: 0.5 })
    await give(api, 6, 'trace', { value: 7, name: 'other' })
    const rising = [4, 1, 5, 2]
    for (const per_page of [1, 2, 25]) {
      assert.deepEqual(await indexesByPages(api, { ...order, sort_order: 'asc', per_page }), rising)
      assert.deepEqual(await indexesByPages(api, { ...order, per_page }), rising.toReversed())
    }
    const { items, total } = await search(api, order)
    assert.equal(total, 4)
    assert.deepEqual(
      items.map(({ sort_score }) => sort_score),
      [1, 0.5, 0.5, -3.5],
    )
    const filter_group = { filters: [{ field: 'trace_status', operator: 'is', value: 'OK' }] }
    assert.deepEqual(await indexesByPages(api, { ...order, filter_group }), [5, 1])
    assert.deepEqual(await indexesByPages(api, { ...order, q: 'refund' }), [4])
    assert.deepEqual(await indexesByPages(api, { ...order, sort_score_name: 'none' }), [])
    assert.equal('sort_score' in (await search(api, {})).items[0]!, false)
  })

  it('are in the same order if so many traces have the score that the server reads them in windows', async () => {
    const { api } = await app.newWorkspace()
    // More traces than a sample and than the first window of the walk hold.
    const count = 1_100
    const spans = Array.from({ length: count }, (_none, index) => span(index))
    assert.equal((await api.post('/spans-bulk', { spans })).status, 201)
    const value = (index: number) => ((index * 7) % 50) / 4
    const all = Array.from({ length: count }, (_none, index) => index)
    // The server ends a connection whose headers it has not read within 10 s, so only some are open at once.
    for (let first = 0; first < count; first += 50)
      await Promise.all(
        all.slice(first, first + 50).map((index) => give(api, index, 'trace', { value: value(index) })),
      )
    const byValue = (direction: number) => all.toSorted((a, b) => direction * (value(a) - value(b) || a - b))
    assert.deepEqual(await indexesByPages(api, { ...order, per_page: 100, sort_order: 'asc' }), byValue(1))
    assert.deepEqual(await indexesByPages(api, { ...order, per_page: 100 }), byValue(-1))
    const filter_group = { filters: [{ field: 'trace_status', operator: 'is', value: 'OK' }] }
    const odd = byValue(-1).filter((index) => index % 2 === 1)
    assert.deepEqual(await indexesByPages(api, { ...order, filter_group, per_page: 100 }), odd)
    assert.deepEqual(
      indexesOf((await search(api, { ...order, page: 3, per_page: 20 })).items),
      byValue(-1).slice(40, 60),
    )
  })

  it('need the name of the score, and a cursor of the same order', async () => {
    const { api } = await app.newWorkspace()
    assert.equal((await api.post('/spans-bulk', { spans: [span(1), span(2)] })).status, 201)
    for (const index of [1, 2]) await give(api, index, 'trace', { value: index })
    const { next_cursor: cursor } = await search(api, { ...order, per_page: 1 })
    for (const [body, message] of [
      [{ sort_by: 'score' }, /^sort_score_name: must name/],
      [{ sort_score_name: 'tone' }, /^sort_score_name: is only for/],
      [{ ...order, sort_score_name: 'other', cursor }, /another order/],
      [{ cursor }, /another order/],
    ] as const) {
      const refused = await api.post(path, body)
      assert.equal(refused.status, 400, JSON.stringify(refused.body))
      assert.match(refused.body.message, message)
    }
  })

  it('can be saved as a view of traces and sessions, not of users', async () => {
    const { api } = await app.newWorkspace()
    const save = (list: string, query: object) =>
      api.post('/api/public/v2/trace-views', { name: 'Worst tone', list, query })
    assert.equal((await save('users', order)).status, 400)
    assert.equal((await save('sessions', order)).status, 201)
    assert.equal((await save('traces', { sort_by: 'score' })).status, 400)
    const saved = await save('traces', order)
    assert.equal(saved.status, 201, JSON.stringify(saved.body))
    assert.deepEqual(saved.body.trace_view.query, order)
  })
})
