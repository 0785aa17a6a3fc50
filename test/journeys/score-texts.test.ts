import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { log } from './support/requests.ts'

const v2 = '/api/public/v2'
const traceOf = (index: number) => String(index).padStart(32, '0')

type Body = Record<string, unknown>

const span = (index: number) => ({
  name: `turn ${index}`,
  context: { trace_id: traceOf(index), span_id: String(index).padStart(16, '0'), trace_state: '' },
  kind: 'SpanKind.INTERNAL',
  parent_id: null,
  start_time: String(1_795_168_800_000_000_000n + BigInt(index)),
  end_time: '1795168801000000000',
  status: { status_code: 'StatusCode.OK', description: null },
  attributes: { 'session.id': index === 3 ? 'chat' : `mail ${index}` },
  resource: { attributes: {}, schema_url: '' },
})

const contains = (value: string, rest: object = {}) => ({
  field: 'score_text',
  operator: 'contains',
  value,
  ...rest,
})

describe('the texts and comments of scores', () => {
  const app = appOfSuite()
  const giveScore = async (body: Body) => {
    const { status, body: answer } = await app.api.post(`${v2}/scores`, body)
    assert.equal(status, 201, JSON.stringify(answer))
  }
  const search = async (kind: 'requests' | 'traces' | 'sessions', filter: object): Promise<Body[]> => {
    const { status, body } = await app.api.post(`${v2}/${kind}/search`, {
      filter_group: { filters: [filter] },
    })
    assert.equal(status, 200, JSON.stringify(body))
    return body.items
  }
  const traces = async (filter: object) => (await search('traces', filter)).map(({ name }) => name)

  before(async () => {
    assert.equal((await app.api.post('/spans-bulk', { spans: [span(1), span(2), span(3)] })).status, 201)
    const note = { value: 'A long text', type: 'text' }
    await giveScore({ subject_type: 'trace', subject_id: traceOf(1), name: 'note', ...note })
    const spanSubject = {
      subject_type: 'span',
      subject_id: String(2).padStart(16, '0'),
      trace_id: traceOf(2),
    }
    await giveScore({ ...spanSubject, name: 'review', value: 'fine', comment: 'The answer was slow' })
    await giveScore({
      subject_type: 'session',
      subject_id: 'chat',
      name: 'call',
      value: 1,
      comment: 'Rang twice',
    })
  })

  it('find traces and sessions by a part of the text', async () => {
    assert.deepEqual(await traces(contains('long TEXT')), ['turn 1'])
    assert.deepEqual(await traces(contains('was slow')), ['turn 2'])
    assert.deepEqual(await traces(contains('was slow', { operator: 'not_contains' })), ['turn 3', 'turn 1'])
    assert.deepEqual(await traces(contains('rang')), ['turn 3'])
    const [session, ...others] = await search('sessions', contains('rang'))
    assert.deepEqual([session!['session_id'], others], ['chat', []])
  })

  it('are searched in one score, if the filter names it', async () => {
    assert.deepEqual(await traces(contains('was slow', { nested_key: 'review' })), ['turn 2'])
    assert.deepEqual(await traces(contains('was slow', { nested_key: 'note' })), [])
  })

  it('find requests, beside other conditions', async () => {
    const id = await log(app.api)
    await log(app.api)
    const request = { subject_type: 'request', subject_id: String(id) }
    await giveScore({ ...request, name: 'review', value: 4, comment: '100% of 50_50' })
    const ids = async (filter: object) => (await search('requests', filter)).map((item) => item['id'])
    assert.deepEqual(await ids(contains('0% OF 50_')), [id])
    assert.deepEqual(await ids(contains('0%50')), [])
    const either = { logic: 'OR', filters: [contains('no such comment'), contains('50_50')] }
    assert.deepEqual(await ids(either), [id])
    assert.equal((await ids(contains('50_50', { operator: 'not_contains' }))).includes(id), false)
  })

  it('need a text to search for', async () => {
    for (const kind of ['requests', 'traces']) {
      const filter_group = { filters: [contains(' ')] }
      const { status, body } = await app.api.post(`${v2}/${kind}/search`, { filter_group })
      assert.deepEqual([status, body.message], [400, 'filter_group.filters.0.value: must not be empty'])
    }
  })
})
