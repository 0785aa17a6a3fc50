import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'

const v2 = '/api/public/v2'
const start = 1_795_168_800_000_000_000n
const traceOf = (index: number) => String(index).padStart(32, '0')
const spanOf = (index: number) => String(index).padStart(16, '0')

const span = (index: number) => ({
  name: `turn ${index}`,
  context: { trace_id: traceOf(index), span_id: spanOf(index), trace_state: '' },
  kind: 'SpanKind.INTERNAL',
  parent_id: null,
  start_time: String(start + BigInt(index)),
  end_time: String(start + 1_000_000_000n),
  status: { status_code: 'StatusCode.OK', description: null },
  attributes: {
    'session.id': 'chat',
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-4o-mini',
  },
  resource: { attributes: {}, schema_url: '' },
})

type Body = Record<string, unknown>

describe('scores', () => {
  const app = appOfSuite()
  const give = async (body: Body, status = 201) => {
    const answer = await app.api.post(`${v2}/scores`, body)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    return answer.body.score
  }
  const list = async (query: Record<string, string>) => {
    const answer = await app.api.get(`${v2}/scores?${new URLSearchParams(query)}`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.scores as Body[]
  }
  const search = async (...filters: object[]): Promise<string[]> => {
    const answer = await app.api.post(`${v2}/traces/search`, { filter_group: { filters } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.items.map(({ name }: { name: string }) => name)
  }

  before(async () => {
    assert.equal((await app.api.post('/spans-bulk', { spans: [span(1), span(2), span(3)] })).status, 201)
  })

  it('are numbers, yes or no, categories and texts, of traces, spans and sessions', async () => {
    const trace = { subject_type: 'trace', subject_id: traceOf(1) }
    const helpful = await give({ ...trace, name: 'helpful', value: 0.75, comment: 'Polite.' })
    assert.deepEqual(
      [helpful.type, helpful.value, helpful.comment, helpful.source],
      ['number', 0.75, 'Polite.', 'application'],
    )
    await give({ ...trace, name: 'topic', value: 'refund' })
    await give({ ...trace, name: 'note', value: 'Long text', type: 'text', source: 'judge' })
    await give({
      subject_type: 'span',
      subject_id: spanOf(2),
      trace_id: traceOf(2),
      name: 'grounded',
      value: false,
    })
    await give({ subject_type: 'session', subject_id: 'chat', name: 'resolved', value: true })
    assert.deepEqual(
      (await list(trace)).map(({ name, value }) => [name, value]),
      [
        ['helpful', 0.75],
        ['note', 'Long text'],
        ['topic', 'refund'],
      ],
    )
    // Scores of spans are listed with their trace.
    assert.deepEqual(
      (await list({ subject_type: 'trace', subject_id: traceOf(2) })).map(({ value }) => value),
      [false],
    )
    assert.deepEqual(
      (await list({ subject_type: 'session', subject_id: 'chat' })).map(({ value }) => value),
      [true],
    )
  })

  it('are replaced by the same name and source, and deleted', async () => {
    const trace = { subject_type: 'trace', subject_id: traceOf(3) }
    const first = await give({ ...trace, name: 'tone', value: 1 })
    const second = await give({ ...trace, name: 'tone', value: 2 })
    assert.equal(second.created_at, first.created_at)
    await give({ ...trace, name: 'tone', value: 3, source: 'judge' })
    assert.deepEqual(
      (await list(trace)).map(({ value }) => value),
      [2, 3],
    )
    const one = new URLSearchParams({ ...trace, name: 'tone', source: 'judge' })
    assert.equal((await app.api.delete(`${v2}/scores?${one}`)).status, 200)
    assert.equal((await app.api.delete(`${v2}/scores?${one}`)).status, 404)
    assert.deepEqual(
      (await list(trace)).map(({ value }) => value),
      [2],
    )
  })

  it('filter traces and are listed with them', async () => {
    const score = { field: 'scores', nested_key: 'helpful' }
    assert.deepEqual(await search({ ...score, operator: 'gte', value: 0.5 }), ['turn 1'])
    assert.deepEqual(await search({ ...score, operator: 'lt', value: 0.5 }), [])
    assert.deepEqual(await search({ field: 'scores', nested_key: 'grounded', operator: 'eq', value: 0 }), [
      'turn 2',
    ])
    assert.deepEqual(await search({ ...score, operator: 'is_null' }), ['turn 3', 'turn 2'])
    const topic = { field: 'score_values', nested_key: 'topic' }
    assert.deepEqual(await search({ ...topic, operator: 'key_equals', value: 'refund' }), ['turn 1'])
    assert.deepEqual(await search({ ...topic, operator: 'key_not_equals', value: 'refund' }), [
      'turn 3',
      'turn 2',
    ])
    const grounded = { field: 'score_values', nested_key: 'grounded' }
    assert.deepEqual(await search({ ...grounded, operator: 'key_equals', value: 'no' }), ['turn 2'])
    assert.deepEqual(await search({ ...grounded, operator: 'in', value: [true] }), [])
    const byNumber = { field: 'score_values', nested_key: 'helpful' }
    assert.deepEqual(await search({ ...byNumber, operator: 'between', value: [0.5, 1] }), ['turn 1'])
    assert.deepEqual(await search({ ...byNumber, operator: 'gt', value: 0.75 }), [])
    const { body } = await app.api.post(`${v2}/traces/search`, {})
    assert.deepEqual(
      body.items.at(-1).scores.map(({ name, value }: Body) => [name, value]),
      [
        ['helpful', 0.75],
        ['note', 'Long text'],
        ['topic', 'refund'],
      ],
    )
  })

  it('are facets of traces, by name and by value', async () => {
    const ofNames = ['topic', 'grounded', 'helpful', 'note'].map((nested_key) => ({
      field: 'score_values',
      nested_key,
    }))
    const facetsOf = async (search: object) => {
      const body = { ...search, facets: [{ field: 'score_names' }, ...ofNames] }
      const answer = await app.api.post(`${v2}/traces/facets`, body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body.facets.map(({ values }: Body) =>
        (values as Body[]).map(({ value, traces }) => [value, traces]),
      )
    }
    const names = ['grounded', 'helpful', 'note', 'tone', 'topic']
    const whole = [names.map((name) => [name, 1]), [['refund', 1]], [['no', 1]], [], []]
    assert.deepEqual(await facetsOf({}), whole)
    const second = { filters: [{ field: 'trace_name', operator: 'is', value: 'turn 2' }] }
    assert.deepEqual(await facetsOf({ filter_group: second }), [[['grounded', 1]], [], [['no', 1]], [], []])
    const answer = await app.api.post(`${v2}/traces/facets`, { facets: [{ field: 'score_values' }] })
    assert.equal(answer.status, 400)
    assert.match(JSON.stringify(answer.body), /facets\.0\.nested_key/)
  })

  it('of traces and sessions have charts with the number of scored traces and sessions', async () => {
    const own = await app.newWorkspace()
    const ofSession = (index: number, session: string | null) => {
      const one = span(index)
      const { 'session.id': _none, ...rest } = one.attributes
      return { ...one, attributes: session === null ? rest : { ...rest, 'session.id': session } }
    }
    const spans = [ofSession(1, 'one'), ofSession(2, 'one'), ofSession(3, 'two'), ofSession(4, null)]
    assert.equal((await own.api.post('/spans-bulk', { spans })).status, 201)
    const give = async (
      subject_type: string,
      subject_id: string,
      name: string,
      value: unknown,
      source = 'application',
    ) => {
      const body = { subject_type, subject_id, name, value, source }
      assert.equal((await own.api.post(`${v2}/scores`, body)).status, 201)
    }
    await give('trace', traceOf(1), 'quality', 2)
    await give('trace', traceOf(1), 'quality', 4, 'judge')
    await give('trace', traceOf(2), 'quality', 6)
    await give('trace', traceOf(1), 'topic', 'refund')
    await give('trace', traceOf(3), 'topic', 'delivery')
    await give('session', 'one', 'solved', true)
    await give('session', 'two', 'solved', false)
    const named = await own.api.post(`${v2}/traces/facets`, { facets: [{ field: 'session_score_names' }] })
    assert.deepEqual(named.body.facets[0].values, [{ value: 'solved', traces: 3 }])
    const draw = async (chart: object) => {
      const customCharts = [{ id: 'chart', chartType: 'bar', ...chart }]
      const answer = await own.api.post(`${v2}/traces/analytics/custom-analytics`, { customCharts })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body.customCharts[0].data as Body[]
    }
    const mean = { metric: 'avg', metricField: 'score' }
    const session = { scoreSubject: 'session' }
    assert.deepEqual(await draw({ ...mean, scoreName: 'quality' }), [
      { name: 'all', value_scored: 2, value: 4.5 },
    ])
    assert.deepEqual(await draw({ ...mean, scoreName: 'topic', scoreValue: 'refund' }), [
      { name: 'all', value_scored: 2, value: 0.5 },
    ])
    assert.deepEqual(await draw({ groupByScoreName: 'topic' }), [
      { name: 'delivery', value: 1 },
      { name: 'refund', value: 1 },
    ])
    // A session counts once, however many traces it has.
    assert.deepEqual(await draw({ ...mean, ...session, scoreName: 'solved' }), [
      { name: 'all', value_scored: 2, value: 0.5 },
    ])
    assert.deepEqual(await draw({ ...session, groupByScoreName: 'solved' }), [
      { name: 'no', value: 1 },
      { name: 'yes', value: 1 },
    ])
    const [day] = await draw({
      ...mean,
      ...session,
      scoreName: 'solved',
      scoreValue: 'yes',
      timeSeries: true,
      timeBucket: 'day',
    })
    assert.deepEqual([day!['value'], day!['value_scored']], [0.5, 2])
    assert.deepEqual(await draw({ ...mean, ...session, scoreName: 'quality' }), [
      { name: 'all', value_scored: 0, value: null },
    ])
    const refused = async (chart: object, names: RegExp) => {
      const customCharts = [{ id: 'chart', chartType: 'bar', ...chart }]
      const answer = await own.api.post(`${v2}/traces/analytics/custom-analytics`, { customCharts })
      assert.equal(answer.status, 400)
      assert.match(JSON.stringify(answer.body), names)
    }
    await refused(mean, /customCharts\.0\.scoreName/)
    await refused(session, /customCharts\.0\.scoreSubject/)
    await refused(
      { ...mean, ...session, scoreName: 'solved', groupByField: 'trace_name' },
      /scores of sessions/,
    )
    await refused({ ...mean, scoreName: 'quality', groupByField: 'span_name' }, /fields of spans/)
    await refused({ groupByScoreName: 'topic', groupByField: 'trace_name' }, /groupByScoreName/)
  })

  it("of requests include scores of the vendor's operations", async () => {
    const { body } = await app.api.post(`${v2}/requests/search`, {})
    const id: number = body.items[0].id
    const request = { subject_type: 'request', subject_id: String(id) }
    await give({ ...request, name: 'tone', value: 90, comment: 'Warm.' })
    await give({ ...request, name: 'share', value: 0.5 })
    const own = async () => (await app.api.get(`${v2}/requests/${id}`)).body.scores
    assert.deepEqual(await own(), [{ name: 'tone', score: 90 }])
    const tracked = { request_id: id, api_key: app.key }
    assert.equal(
      (await app.api.post('/rest/track-score', { ...tracked, name: 'tone', score: 40 })).status,
      200,
    )
    assert.equal(
      (await app.api.post('/rest/track-score', { ...tracked, name: 'short', score: 7 })).status,
      200,
    )
    assert.deepEqual(
      (await list(request)).map(({ name, value, comment }) => [name, value, comment]),
      [
        ['share', 0.5, null],
        ['tone', 40, 'Warm.'],
        ['short', 7, null],
      ],
    )
    const one = new URLSearchParams({ ...request, name: 'tone', source: 'application' })
    assert.equal((await app.api.delete(`${v2}/scores?${one}`)).status, 200)
    assert.deepEqual(await own(), [{ name: 'short', score: 7 }])

    // A category does not replace the number of track-score; deleting the category leaves the number too.
    const remove = async (name: string, source: string) => {
      const query = new URLSearchParams({ ...request, name, source })
      assert.equal((await app.api.delete(`${v2}/scores?${query}`)).status, 200)
    }
    await give({ ...request, name: 'short', value: 'yes, very' })
    await remove('short', 'application')
    assert.deepEqual(await own(), [{ name: 'short', score: 7 }])
    // A number replaced by a value of another kind no longer hides the number of another source.
    await give({ ...request, name: 'mood', value: 20, source: 'person' })
    await give({ ...request, name: 'mood', value: 80 })
    await give({ ...request, name: 'mood', value: 0.8 })
    const ofMood = async () => (await own()).find(({ name }: { name: string }) => name === 'mood')?.score
    assert.equal(await ofMood(), 20)
    await remove('mood', 'person')
    assert.equal(await ofMood(), undefined)
  })

  it('of all kinds are in lists and exports of requests and traces', async () => {
    const { api } = await app.newWorkspace()
    assert.equal((await api.post('/spans-bulk', { spans: [span(1)] })).status, 201)
    const [{ id }] = (await api.post(`${v2}/requests/search`, {})).body.items
    const givenScores = [
      { name: 'calm', type: 'boolean', value: true, comment: 'Very.', source: 'judge' },
      { name: 'note', type: 'text', value: 'A long text', comment: null, source: 'person' },
      { name: 'share', type: 'number', value: 0.25, comment: null, source: 'application' },
      { name: 'tone', type: 'number', value: 90, comment: null, source: 'application' },
      { name: 'topic', type: 'category', value: 'refund', comment: null, source: 'column' },
    ]
    for (const score of givenScores)
      for (const subject of [
        { subject_type: 'request', subject_id: String(id) },
        { subject_type: 'trace', subject_id: traceOf(1) },
      ])
        assert.equal((await api.post(`${v2}/scores`, { ...subject, ...score })).status, 201)
    // The number of the vendor's operation takes precedence over the given score.
    const tracked = { request_id: id, name: 'tone', score: 40 }
    assert.equal((await api.post('/rest/track-score', tracked)).status, 200)
    const ofRequest = givenScores.map((score) => (score.name === 'tone' ? { ...score, value: 40 } : score))
    const [request] = (await api.post(`${v2}/requests/search`, {})).body.items
    assert.deepEqual([request.scores, request.given_scores], [[{ name: 'tone', score: 40 }], ofRequest])
    const [trace] = (await api.post(`${v2}/traces/search`, {})).body.items
    assert.deepEqual(trace.scores, givenScores)
    const exported = async (path: string) => (await api.get(path)).body
    assert.deepEqual((await exported(`${v2}/requests/export`)).given_scores, ofRequest)
    assert.deepEqual((await exported(`${v2}/traces/export`)).scores, givenScores)
  })

  it('need a subject of the workspace, and a value of their type', async () => {
    const trace = { subject_type: 'trace', subject_id: traceOf(1), name: 'x' }
    await give({ ...trace, subject_id: traceOf(9), value: 1 }, 404)
    await give({ subject_type: 'session', subject_id: 'other', name: 'x', value: 1 }, 404)
    await give({ subject_type: 'span', subject_id: spanOf(1), name: 'x', value: 1 }, 400)
    await give({ ...trace, trace_id: traceOf(1), value: 1 }, 400)
    await give({ ...trace, value: 'yes', type: 'boolean' }, 400)
    await give({ ...trace, value: 'a'.repeat(300) }, 400)
    await give({ ...trace, value: 'a'.repeat(300), type: 'text' })
  })

  it('of spans do not count as scores of their trace, and are listed after them', async () => {
    assert.equal((await app.api.post('/spans-bulk', { spans: [span(4)] })).status, 201)
    const onSpan = { subject_type: 'span', subject_id: spanOf(4), trace_id: traceOf(4) }
    for (let index = 0; index < 200; index++)
      await give({ ...onSpan, name: `a${String(index).padStart(3, '0')}`, value: index })
    const trace = { subject_type: 'trace', subject_id: traceOf(4) }
    await give({ ...trace, name: 'zeal', value: 1 })
    const subjects = (await list(trace)).map(({ subject_type }) => subject_type)
    assert.deepEqual(subjects, ['trace', ...Array(200).fill('span')])
    await give({ ...onSpan, name: 'one too many', value: 1 }, 400)
  })
})
