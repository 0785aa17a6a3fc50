import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { appOfSuite, startApp } from '../kit/app.ts'
import { recordQueries } from './support/recorded-queries.ts'

const second = 1_000_000_000n
const start = 1_795_168_800n * second

const idOf = (turn: number, span: number) => `${turn}f${span}`.padStart(16, '0')

/** OpenInference appends it to the message. */
const traceback = 'Traceback (most recent call last):\n  File "desk.py", line 1'

/** One turn of a conversation: a root span that names session and user, and two model calls under it. */
function turn(index: number, session: string, user: string, { model = 'gpt-4o-mini', fails = false } = {}) {
  const span = (at: number, parent: number | null, name: string, attributes: object, isError = false) => ({
    name,
    context: { trace_id: String(index).padStart(32, '0'), span_id: idOf(index, at), trace_state: '' },
    kind: 'SpanKind.INTERNAL',
    parent_id: parent === null ? null : idOf(index, parent),
    start_time: String(start + BigInt(index * 60 + at) * second),
    end_time: String(start + BigInt(index * 60 + at + 1) * second),
    status: isError
      ? { status_code: 'StatusCode.ERROR', description: `${name} failed${traceback}` }
      : { status_code: 'StatusCode.OK', description: null },
    attributes,
    resource: { attributes: {}, schema_url: '' },
  })
  const call = (question: string, answer: string) => ({
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
  return [
    span(1, null, `turn ${index}`, { 'session.id': session, 'user.id': user }, fails),
    span(2, 1, 'plan', call(`Question ${index}`, 'Let me look.')),
    span(3, 1, 'answer', call('Summarise', `Answer ${index}`)),
  ]
}

const v2 = '/api/public/v2'

describe('sessions and users of traces', () => {
  const app = appOfSuite()
  const post = async (path: string, body: object = {}) => {
    const answer = await app.api.post(`${v2}${path}`, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const get = async (path: string) => {
    const answer = await app.api.get(`${v2}${path}`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const sessions = async (body: object = {}): Promise<string[]> =>
    (await post('/sessions/search', body)).items.map((item: { session_id: string }) => item.session_id)

  before(async () => {
    const spans = [
      ...turn(1, 'chat/1', 'ada'),
      ...turn(2, 'chat/1', 'ada', { fails: true }),
      ...turn(3, 'chat/2', 'ada'),
      ...turn(4, 'chat/1', 'ada'),
      ...turn(5, 'chat/3', 'bob', { model: 'a model of ours' }),
    ]
    assert.equal((await app.api.post('/spans-bulk', { spans })).status, 201)
  })

  it('has the first question, the last answer and its error of each session, on request', async () => {
    const { items } = await post('/sessions/search', { include_previews: true })
    assert.deepEqual(
      items.map((item: Record<string, unknown>) => [item['session_id'], item['previews']]),
      [
        ['chat/3', { input: 'Question 5', output: 'Answer 5', error: null }],
        ['chat/1', { input: 'Question 1', output: 'Answer 4', error: null }],
        ['chat/2', { input: 'Question 3', output: 'Answer 3', error: null }],
      ],
    )
    const failed = turn(6, 'chat/6', 'eve', { fails: true })
    const { api } = await app.newWorkspace()
    assert.equal((await api.post('/spans-bulk', { spans: failed })).status, 201)
    const answer = await api.post(`${v2}/sessions/search`, { include_previews: true })
    assert.deepEqual(answer.body.items[0].previews, {
      input: 'Question 6',
      output: 'Answer 6',
      error: 'turn 6 failed',
    })
    assert.equal('previews' in (await post('/sessions/search')).items[0], false)
  })

  it('lists sessions with the sums of their traces, newest first', async () => {
    const { items, total } = await post('/sessions/search')
    assert.equal(total, 3)
    assert.deepEqual(
      items.map((item: Record<string, unknown>) => [
        item['session_id'],
        item['user_id'],
        item['trace_count'],
        item['error_count'],
        item['request_count'],
        item['input_tokens'],
        item['cost_is_whole'],
        item['unpriced_requests'],
      ]),
      [
        ['chat/3', 'bob', 1, 0, 2, 2_000, false, 2],
        ['chat/1', 'ada', 3, 1, 6, 6_000, true, 0],
        ['chat/2', 'ada', 1, 0, 2, 2_000, true, 0],
      ],
    )
    // A price that is unknown is not 0.
    assert.equal(items[0].cost, null)
    assert.ok(Math.abs(items[1].cost - 3 * items[2].cost) < 1e-9 && items[2].cost > 0)
  })

  it('filters sessions, searches their words and sorts them', async () => {
    const failed = { filters: [{ field: 'trace_status', operator: 'is', value: 'ERROR' }] }
    assert.deepEqual(await sessions({ filter_group: failed }), ['chat/1'])
    const withoutUser = { filters: [{ field: 'trace_user_id', operator: 'is_null' }] }
    assert.deepEqual(await sessions({ filter_group: withoutUser }), [])
    assert.deepEqual(await sessions({ q: 'Question 3' }), ['chat/2'])
    assert.deepEqual(await sessions({ q: 'nowhere' }), [])
    assert.deepEqual(await sessions({ sort_by: 'cost' }), ['chat/1', 'chat/2', 'chat/3'])
    assert.deepEqual(await sessions({ sort_by: 'last_trace_at', sort_order: 'asc' }), [
      'chat/2',
      'chat/1',
      'chat/3',
    ])
  })

  it('returns 1,200 sessions and users that start at the same time, each once, page by page', async () => {
    const own = await startApp()
    try {
      const ids = Array.from({ length: 1_200 }, (_, index) => String(index).padStart(4, '0'))
      const spans = ids.map((id) => ({
        name: 'turn',
        context: { trace_id: id.padStart(32, 'a'), span_id: id.padStart(16, 'a'), trace_state: '' },
        kind: 'SpanKind.INTERNAL',
        parent_id: null,
        start_time: String(start),
        end_time: String(start + second),
        status: { status_code: 'StatusCode.OK', description: null },
        // One session has a second trace, which is older than all others.
        attributes: { 'session.id': id, 'user.id': `user ${id}` },
        resource: { attributes: {}, schema_url: '' },
      }))
      const [first] = spans
      const older = { trace_id: 'b'.repeat(32), span_id: 'b'.repeat(16), trace_state: '' }
      spans.push({ ...first!, context: older, start_time: String(start - second) })
      assert.equal((await own.api.post('/spans-bulk', { spans })).status, 201)
      for (const [path, key] of [
        ['sessions', 'session_id'],
        ['users', 'user_id'],
      ] as const) {
        const listedIds: string[] = []
        let cursor: string | null = null
        do {
          const { status, body } = await own.api.post(`${v2}/${path}/search`, { per_page: 100, cursor })
          assert.equal(status, 200, JSON.stringify(body))
          listedIds.push(...body.items.map((item: Record<string, string>) => item[key]!.slice(-4)))
          cursor = body.next_cursor
        } while (cursor !== null)
        assert.deepEqual(listedIds, ids.toReversed())
      }
    } finally {
      await own.close()
    }
  })

  it('sums no more sessions than the page has', async () => {
    const { api } = await app.newWorkspace()
    const spans = Array.from({ length: 60 }, (_, index) => turn(index, `page/${index}`, 'ada')).flat()
    assert.equal((await api.post('/spans-bulk', { spans })).status, 201)
    const statements = recordQueries(app.context.store)
    const { status, body } = await api.post(`${v2}/sessions/search`, { per_page: 5 })
    assert.deepEqual([status, body.items.length, body.total], [200, 5, 60])
    const summed = statements
      .filter(({ sql }) => sql.includes('sum(t.unpriced)'))
      .flatMap(({ parameters }) => parameters.filter((value) => String(value).startsWith('page/')))
    // The sixth session shows that there is a next page.
    assert.equal(new Set(summed).size, 6)
  })

  it('returns every session once, page by page, in every sort order', async () => {
    for (const sort_by of ['last_trace_at', 'trace_count', 'cost', 'tokens', 'duration_ms', 'error_count'])
      for (const sort_order of ['asc', 'desc']) {
        const listedIds: string[] = []
        let cursor: string | null = null
        do {
          const page = await post('/sessions/search', { sort_by, sort_order, per_page: 1, cursor })
          listedIds.push(page.items[0].session_id)
          cursor = page.next_cursor
        } while (cursor !== null)
        assert.deepEqual(listedIds, await sessions({ sort_by, sort_order }), `${sort_by} ${sort_order}`)
        assert.equal(listedIds.length, 3)
      }
    const { next_cursor: cursor } = await post('/sessions/search', { per_page: 1 })
    assert.equal((await app.api.post(`${v2}/sessions/search`, { sort_by: 'cost', cursor })).status, 400)
    assert.equal((await app.api.post(`${v2}/users/search`, { cursor })).status, 400)
  })

  it('reads a session as a conversation', async () => {
    const id = encodeURIComponent('chat/1')
    const { session } = await get(`/sessions/${id}`)
    assert.deepEqual([session.trace_count, session.error_count], [3, 1])
    const first = await get(`/sessions/${id}/turns?limit=2`)
    const { turns, next_cursor } = await get(`/sessions/${id}/turns?limit=2&cursor=${first.next_cursor}`)
    assert.equal(next_cursor, null)
    assert.deepEqual(
      [...first.turns, ...turns].map(({ trace, input, output, error }) => [
        trace.name,
        trace.status,
        input,
        output,
        error,
      ]),
      [
        ['turn 1', 'OK', 'Question 1', 'Answer 1', null],
        ['turn 2', 'ERROR', 'Question 2', 'Answer 2', 'turn 2 failed'],
        ['turn 4', 'OK', 'Question 4', 'Answer 4', null],
      ],
    )
    assert.equal((await app.api.get(`${v2}/sessions/chat/turns`)).status, 404)
  })

  it('lists users with the sums of their traces', async () => {
    const { items } = await post('/users/search', { sort_by: 'error_count' })
    assert.deepEqual(
      items.map((item: Record<string, unknown>) => [
        item['user_id'],
        item['session_count'],
        item['trace_count'],
        item['error_count'],
      ]),
      [
        ['ada', 2, 4, 1],
        ['bob', 1, 1, 0],
      ],
    )
    const { user } = await get('/users/bob')
    assert.deepEqual([user.cost, user.cost_is_whole, user.request_count], [null, false, 2])
    assert.equal(user.unpriced_requests, 2)
    assert.equal((await app.api.get(`${v2}/users/eve`)).status, 404)
  })

  it('aggregates the scores of traces, spans and sessions, each with its count', async () => {
    const trace = (index: number) => String(index).padStart(32, '0')
    const score = async (type: string, id: string, name: string, value: unknown, more: object = {}) => {
      const body = { subject_type: type, subject_id: id, name, value, ...more }
      const { status } = await app.api.post(`${v2}/scores`, body)
      assert.equal(status, 201)
    }
    await score('trace', trace(1), 'helpful', true)
    await score('trace', trace(2), 'helpful', false)
    await score('trace', trace(4), 'quality', 3)
    await score('trace', trace(1), 'quality', 4, { source: 'person' })
    await score('trace', trace(1), 'topic', 'refund')
    await score('trace', trace(2), 'topic', 'delivery')
    await score('trace', trace(4), 'topic', 'delivery')
    await score('span', idOf(1, 2), 'quality', 1, { trace_id: trace(1) })
    await score('session', 'chat/1', 'solved', true)
    const { scores, scores_are_whole } = await get(`/sessions/${encodeURIComponent('chat/1')}`)
    const sum = (subject_type: string, name: string, type: string, count: number, more: object) => ({
      subject_type,
      name,
      type,
      count,
      mean: null,
      yes_share: null,
      categories: [],
      ...more,
    })
    const categories = [
      { value: 'delivery', count: 2 },
      { value: 'refund', count: 1 },
    ]
    const expected = [
      sum('trace', 'helpful', 'boolean', 2, { yes_share: 0.5 }),
      sum('span', 'quality', 'number', 1, { mean: 1 }),
      sum('trace', 'quality', 'number', 2, { mean: 3.5 }),
      sum('session', 'solved', 'boolean', 1, { yes_share: 1 }),
      sum('trace', 'topic', 'category', 3, { categories }),
    ]
    assert.deepEqual([scores, scores_are_whole], [expected, true])
    assert.deepEqual((await get('/users/ada')).scores, expected)
    assert.deepEqual((await get('/users/bob')).scores, [])
  })

  it('counts the requests without a price, which a cost does not include', async () => {
    const spans = [
      ...turn(6, 'chat/4', 'cleo'),
      ...turn(7, 'chat/4', 'cleo', { model: 'a model of ours' }),
      ...turn(8, 'chat/5', 'cleo'),
    ]
    assert.equal((await app.api.post('/spans-bulk', { spans })).status, 201)
    const cleo = { filters: [{ field: 'trace_user_id', operator: 'is', value: 'cleo' }] }
    const costs = (one: Record<string, unknown>) => [
      one['request_count'],
      one['unpriced_requests'],
      one['cost_is_whole'],
      (one['cost'] as number) > 0,
    ]
    const users = await post('/users/search', { filter_group: cleo })
    assert.deepEqual(users.items.map(costs), [[6, 2, false, true]])
    assert.deepEqual(costs((await get('/users/cleo')).user), [6, 2, false, true])
    const listed = await post('/sessions/search', { filter_group: cleo })
    assert.deepEqual(listed.items.map(costs), [
      [2, 0, true, true],
      [4, 2, false, true],
    ])
  })

  it('lists the pictures of the last question and of the answer of a turn', async () => {
    const gif = (seed: number) => Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(20_000, seed)])
    const part = (bytes: Buffer) => ({
      type: 'blob',
      modality: 'image',
      mime_type: 'image/gif',
      content: bytes.toString('base64'),
    })
    const [earlier, inQuestion, inAnswer] = [gif(1), gif(2), gif(3)]
    const messages = [
      { role: 'user', parts: [{ type: 'text', content: 'What was this?' }, part(earlier)] },
      { role: 'assistant', parts: [{ type: 'text', content: 'A cat.' }] },
      { role: 'user', parts: [{ type: 'text', content: 'And this?' }, part(inQuestion)] },
    ]
    const [root, call] = turn(9, 'chat/6', 'cleo')
    const spans = [
      root!,
      {
        ...call!,
        attributes: {
          ...call!.attributes,
          'gen_ai.input.messages': JSON.stringify(messages),
          'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [part(inAnswer)] }]),
        },
      },
    ]
    assert.equal((await app.api.post('/spans-bulk', { spans })).status, 201)
    const { turns } = await get(`/sessions/${encodeURIComponent('chat/6')}/turns`)
    const mediaOf = (bytes: Buffer) => ({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      type: 'image/gif',
      size: bytes.length,
    })
    const [{ input, output, input_media, output_media }] = turns
    assert.deepEqual(
      [input, output, input_media, output_media],
      ['And this?', null, [mediaOf(inQuestion)], [mediaOf(inAnswer)]],
    )
    const plain = await get(`/sessions/${encodeURIComponent('chat/2')}/turns`)
    assert.deepEqual([plain.turns[0].input_media, plain.turns[0].output_media], [[], []])
  })
})
