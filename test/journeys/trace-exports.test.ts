import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { appOfSuite } from '../kit/app.ts'

const second = 1_000_000_000n
const start = 1_795_168_800n * second
/** More traces than two pages of an export hold, and more than one page of requests with words. */
const count = 620

const call = (question: string) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'gpt-4o-mini',
  'gen_ai.usage.input_tokens': 12,
  'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: question }] }]),
})

/** Groups of seven traces start at the same moment. */
const span = (index: number) => ({
  name: `=turn ${index}`,
  context: {
    trace_id: index.toString(16).padStart(32, '0'),
    span_id: index.toString(16).padStart(16, '0'),
    trace_state: '',
  },
  kind: 'SpanKind.INTERNAL',
  parent_id: null,
  start_time: String(start + BigInt(Math.floor(index / 7)) * second),
  end_time: String(start + BigInt(index + 2) * second),
  status: { status_code: index % 3 ? 'StatusCode.OK' : 'StatusCode.ERROR', description: null },
  attributes: index % 10 ? call(`Where is refund ${index}?`) : {},
  resource: { attributes: {}, schema_url: '' },
})

describe('exports of traces', () => {
  const app = appOfSuite()
  const { exportListedTraces, searchTraces } = endpoints
  const download = (query: Record<string, string>, key = app.key) =>
    fetch(`${app.baseUrl}${exportListedTraces.path}?${new URLSearchParams(query)}`, {
      headers: { 'X-Api-Key': key },
    })
  const rowsOf = async (body: object, key = app.key) => {
    const answer = await fetch(app.baseUrl + exportListedTraces.path, {
      method: 'POST',
      headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  }
  async function allSearchResults(body: object): Promise<{ trace_id: string; started_at: string }[]> {
    const items = []
    for (let cursor: string | null = null; ; ) {
      const answer = await app.api.post(searchTraces.path, {
        ...body,
        per_page: 100,
        ...(cursor && { cursor }),
      })
      items.push(...answer.body.items)
      cursor = answer.body.next_cursor
      if (cursor === null) return items
    }
  }

  before(async () => {
    const spans = Array.from({ length: count }, (_none, index) => span(index + 1))
    assert.equal((await app.api.post('/spans-bulk', { spans })).status, 201)
  })

  const filter = (field: string, operator: string, value: string) => ({
    filter_group: { filters: [{ field, operator, value }] },
  })
  for (const [name, body, expected] of [
    ['everything', {}, count],
    ['a facet', filter('trace_status', 'is', 'ERROR'), Math.floor(count / 3)],
    ['a time', filter('trace_start_time', 'before', '2026-11-20T10:00:10Z'), 69],
    ['words', { q: 'refund' }, count - count / 10],
    ['nothing', { q: 'nowhere' }, 0],
  ] as const)
    it(`have the rows of a search, newest first: ${name}`, async () => {
      const rows = await rowsOf(body)
      const order = (all: readonly { trace_id: string }[]) => all.map(({ trace_id }) => trace_id)
      const items = await allSearchResults(body)
      assert.equal(rows.length, expected)
      assert.deepEqual(order(rows), order(items))
      if (expected === 0) return
      const { cursor, ...first } = rows[0]
      assert.deepEqual(
        first,
        items.find(({ trace_id }) => trace_id === first.trace_id),
      )
      assert.equal(typeof cursor, 'string')
    })

  for (const [name, body] of [
    ['a filter', filter('trace_status', 'is', 'ERROR')],
    ['words', { q: 'refund' }],
  ] as const)
    it(`resume after any row, and end at a limit: ${name}`, async () => {
      const whole = await rowsOf(body)
      // The row at 205 is beyond the first page, and the rows beside it start at the same moment.
      for (const stop of [1, 2, 3, 100, 205, whole.length].filter((count) => count <= whole.length)) {
        const first = await rowsOf({ ...body, limit: stop })
        assert.deepEqual(first, whole.slice(0, stop))
        assert.deepEqual(await rowsOf({ ...body, cursor: first.at(-1).cursor }), whole.slice(stop))
      }
      const query = { limit: '1', cursor: whole[0].cursor, ...('q' in body && body) }
      if ('q' in body) assert.deepEqual(JSON.parse(await (await download(query)).text()), whole[1])
    })

  it('have the sessions, users, scores and cost of their traces', async () => {
    const { api, key } = await app.newWorkspace()
    const whole = {
      ...span(11),
      attributes: {
        ...call('Where is my refund?'),
        'gen_ai.usage.cost': 0.25,
        'session.id': 's-1',
        'user.id': 'ada',
        'promptlayer.metadata.plan': 'pro',
      },
    }
    assert.equal((await api.post('/spans-bulk', { spans: [whole] })).status, 201)
    const score = { subject_type: 'trace', subject_id: whole.context.trace_id, name: 'tone', value: 0.5 }
    assert.equal((await api.post('/api/public/v2/scores', score)).status, 201)
    const [row] = await rowsOf({}, key)
    assert.deepEqual(
      [row.session_id, row.user_id, row.cost, row.cost_is_whole, row.models, row.scores, row.metadata],
      [
        ...['s-1', 'ada', 0.25, true, ['gpt-4o-mini']],
        [{ name: 'tone', type: 'number', value: 0.5, comment: null, source: 'application' }],
        [
          { key: 'user_id', value: 'ada' },
          { key: 'conversation_id', value: 's-1' },
          { key: 'plan', value: 'pro' },
        ],
      ],
    )
    assert.equal(row.duration_ms, 12_000)
  })

  it('can be CSV without formulas, or Parquet, as files for a browser', async () => {
    const filter_group = JSON.stringify({
      filters: [{ field: 'trace_name', operator: 'is', value: '=turn 5' }],
    })
    const csv = await download({ format: 'csv', filter_group })
    assert.equal(csv.headers.get('content-disposition'), 'attachment; filename="traces.csv"')
    const [head, row] = (await csv.text()).split(/\r?\n/)
    assert.match(head!, /^trace_id,name,status,state,/)
    assert.match(row!, /,'=turn 5,/)
    const parquet = Buffer.from(await (await download({ format: 'parquet' })).arrayBuffer())
    assert.equal(parquet.subarray(0, 4).toString(), 'PAR1')
  })

  it('contain only the own workspace, and refuse the filters that a search refuses', async () => {
    const other = await app.newWorkspace()
    assert.deepEqual(await rowsOf({}, other.key), [])
    assert.equal((await download({ filter_group: '{' })).status, 422)
    const filter_group = JSON.stringify({ filters: [{ field: 'colour', operator: 'is', value: 1 }] })
    assert.equal((await download({ filter_group })).status, 400)
    for (const cursor of ['nonsense', Buffer.from('["trace_start_time","x","y"]').toString('base64url')])
      assert.equal((await download({ cursor })).status, 400)
    assert.equal((await download({ limit: '0' })).status, 422)
  })
})
