import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LogRequest } from '../../src/contract/index.ts'
import { markMasked } from '../../src/engine/masking/index.ts'
import { finishIndex, noLink, recordOfLog, recordRequest } from '../../src/server/requests/index.ts'
import { type Api, bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { idsIn, searchPage } from './support/request-search.ts'
import { log, logCall, logFrom } from './support/requests.ts'
import { chat, completion, publish, user } from './support/templates.ts'

const path = '/api/public/v2/requests/facets'
const all = ['status', 'source', 'engine', 'provider_type', 'prompt_id', 'prompt_label', 'error_type', 'tags']
const fields = [...all, 'tool_names', 'metadata_keys', 'score_names'].map((field) => ({ field }))
const where = (...filters: object[]) => ({ filter_group: { logic: 'AND', filters } })

interface Facet {
  field: string
  nested_key: string | null
  accuracy: string
  values: { value: string; label: string | null; requests: number }[]
  has_more: boolean
}

async function facets(
  api: Api,
  body: object,
): Promise<{ requests: number; requests_are_exact: boolean; facets: Facet[] }> {
  return bodyOf(await api.post(path, { facets: fields, ...body }))
}

const countsOf = (facets: readonly Facet[], field: string) =>
  facets.find((one) => one.field === field)!.values.map(({ value, requests }) => [value, requests])

describe('facets of requests', () => {
  const app = appOfSuite()

  it('count the values of every property among the requests of the search', async () => {
    const { api } = app
    const { id: prompt } = await publish(api, 'greeting', completion('Hi'))
    await log(api, {
      tags: ['a', 'b'],
      metadata: { customer: 'ada', plan: 'pro' },
      prompt_id: prompt,
      prompt_version_number: 1,
    })
    await log(api, { tags: ['a'], metadata: { customer: 'ada' }, score: 80, score_name: 'tone' })
    await log(api, {
      tags: ['b'],
      metadata: { customer: 'bob' },
      status: 'ERROR',
      error_type: 'PROVIDER_TIMEOUT',
      input: chat(user('lighthouse')),
    })
    await logFrom(app, 'evaluation', { model: 'other' })
    const requestedFacets = [...fields, { field: 'metadata', nested_key: 'customer' }]
    const whole = await facets(api, { facets: requestedFacets })
    assert.equal(whole.requests, 4)
    assert.ok(whole.requests_are_exact)
    assert.deepEqual([...new Set(whole.facets.map(({ accuracy }) => accuracy))], ['exact'])
    assert.deepEqual(countsOf(whole.facets, 'status'), [
      ['SUCCESS', 3],
      ['ERROR', 1],
    ])
    assert.deepEqual(countsOf(whole.facets, 'source'), [
      ['app', 3],
      ['evaluation', 1],
    ])
    assert.deepEqual(countsOf(whole.facets, 'tags'), [
      ['a', 2],
      ['b', 2],
    ])
    assert.deepEqual(countsOf(whole.facets, 'metadata_keys'), [
      ['customer', 3],
      ['plan', 1],
    ])
    assert.deepEqual(countsOf(whole.facets, 'metadata'), [
      ['ada', 2],
      ['bob', 1],
    ])
    assert.deepEqual(countsOf(whole.facets, 'error_type'), [['PROVIDER_TIMEOUT', 1]])
    assert.deepEqual(countsOf(whole.facets, 'score_names'), [['tone', 1]])
    assert.deepEqual(whole.facets[4]!.values, [{ value: String(prompt), label: 'greeting', requests: 1 }])

    const adaFilter = { field: 'metadata', operator: 'key_equals', nested_key: 'customer', value: 'ada' }
    const narrowed = await facets(api, where(adaFilter))
    assert.deepEqual(countsOf(narrowed.facets, 'status'), [['SUCCESS', 2]])
    const words = await facets(api, { q: 'lighthouse' })
    assert.deepEqual(countsOf(words.facets, 'tags'), [['b', 1]])

    // The facets are the same after indexing, and do not count another workspace's requests.
    await finishIndex(app.context.store)
    const stranger = await app.newWorkspace()
    await log(stranger.api, { tags: ['c'] })
    assert.deepEqual((await facets(api, { facets: requestedFacets })).facets, whole.facets)
    assert.deepEqual(countsOf((await facets(stranger.api, {})).facets, 'tags'), [['c', 1]])
  })

  it('show the most frequent values, and that there are more', async () => {
    const { api } = await app.newWorkspace()
    for (const tags of [['a'], ['a', 'b'], ['a', 'b', 'c']]) await log(api, { tags })
    const {
      facets: [tags],
    } = await facets(api, { facets: [{ field: 'tags' }], limit: 2 })
    assert.deepEqual(tags, {
      field: 'tags',
      nested_key: null,
      accuracy: 'exact',
      values: [
        { value: 'a', label: null, requests: 3 },
        { value: 'b', label: null, requests: 2 },
      ],
      has_more: true,
    })
  })

  it('are exact, from the hourly sums, for more requests than are counted one by one', async () => {
    const count = 1_100
    const created = await app.newWorkspace()
    const { workspace } = (await created.api.get('/api/public/v2/workspace')).body
    const body = LogRequest.parse(logCall({ tags: ['a'] }))
    const records = await Promise.all(
      Array.from({ length: count }, () =>
        recordRequest(
          app.context,
          workspace.id,
          markMasked({ ...recordOfLog(body), link: noLink, source: 'app', original: Buffer.from('{}') }),
        ),
      ),
    )
    await app.context.store.append(records.flatMap(({ statements }) => statements))
    const counted = await facets(created.api, {})
    assert.deepEqual([counted.requests, counted.requests_are_exact], [count, true])
    assert.deepEqual(countsOf(counted.facets, 'status'), [['SUCCESS', count]])
    const [tags] = counted.facets.filter(({ field }) => field === 'tags')
    assert.ok(tags!.values[0]!.requests === count || tags!.accuracy === 'at_least')
  })

  it('are refused for metadata without a key', async () => {
    const { status, body } = await app.api.post(path, {
      facets: [{ field: 'status' }, { field: 'metadata' }],
    })
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), /facets\.1\.nested_key/)
  })

  it('have values that a search accepts as a filter: labels and names of scores', async () => {
    const { api } = await app.newWorkspace()
    const low = await log(api, { score: 10, score_name: 'tone' })
    await log(api, { score: 10, score_name: 'length' })
    const toneFilter = { field: 'score', operator: 'lte', nested_key: 'tone', value: 50 }
    assert.deepEqual(idsIn(await searchPage(api, where(toneFilter))), [low])
    await publish(api, 'labelled', completion('Hi'), { labels: ['prod'] })
    const labelled = await log(api)
    const tracked = { request_id: labelled, prompt_name: 'labelled', label: 'prod' }
    assert.equal((await api.post('/rest/track-prompt', tracked)).status, 200)
    const { facets: counted } = await facets(api, {})
    assert.deepEqual(countsOf(counted, 'prompt_label'), [['prod', 1]])
    const prodFilter = { field: 'prompt_label', operator: 'is', value: 'prod' }
    assert.deepEqual(idsIn(await searchPage(api, where(prodFilter))), [labelled])
  })

  it('count and find scores of every kind by their names', async () => {
    const { api } = await app.newWorkspace()
    const [first, second] = [await log(api, { score: 90, score_name: 'tone' }), await log(api, {})]
    await log(api, {})
    const give = async (id: number, name: string, value: unknown) => {
      const subject = { subject_type: 'request', subject_id: String(id) }
      assert.equal((await api.post('/api/public/v2/scores', { ...subject, name, value })).status, 201)
    }
    await give(first, 'resolved', true)
    await give(second, 'resolved', false)
    await give(second, 'topic', 'refund')
    await give(second, 'share', 0.5)
    await give(first, 'tone', 40)
    const { facets: counted } = await facets(api, {})
    assert.deepEqual(countsOf(counted, 'score_names'), [
      ['resolved', 2],
      ['share', 1],
      ['tone', 1],
      ['topic', 1],
    ])
    const idsOf = async (filter: object) =>
      idsIn(await searchPage(api, where({ field: 'score', ...filter }))).toSorted((a, b) => a - b)
    assert.deepEqual(await idsOf({ nested_key: 'topic', operator: 'is_not_null' }), [second])
    assert.deepEqual(await idsOf({ nested_key: 'resolved', operator: 'eq', value: 1 }), [first])
    assert.deepEqual(await idsOf({ nested_key: 'share', operator: 'lt', value: 0.6 }), [second])
    assert.deepEqual(await idsOf({ nested_key: 'tone', operator: 'between', value: [40, 90] }), [first])
    assert.deepEqual(await idsOf({ nested_key: 'topic', operator: 'gte', value: 0 }), [])
  })

  it('count and find scores by their values', async () => {
    const { api } = await app.newWorkspace()
    const [first, second, third] = [await log(api, {}), await log(api, {}), await log(api, {})]
    await log(api, {})
    const give = async (id: number, name: string, value: unknown, source = 'judge') => {
      const subject = { subject_type: 'request', subject_id: String(id) }
      const body = { ...subject, name, value, source }
      assert.equal((await api.post('/api/public/v2/scores', body)).status, 201)
    }
    await give(first, 'helpful', true)
    await give(second, 'helpful', false)
    await give(third, 'helpful', false)
    // Two sources of one request count once for a value, and for both of two values.
    await give(third, 'helpful', false, 'person')
    await give(first, 'helpful', false, 'person')
    await give(first, 'topic', 'refund')
    await give(second, 'topic', 'delivery')
    await give(second, 'share', 0.5)
    const scoreFacets = (...names: string[]) =>
      names.map((nested_key) => ({ field: 'score_values', nested_key }))
    const counts = async (body: object) =>
      (await facets(api, body)).facets.map(({ values }) => values.map((item) => [item.value, item.requests]))
    const facetsOfScores = { facets: scoreFacets('helpful', 'topic', 'share', 'absent') }
    const whole = [
      [
        ['no', 3],
        ['yes', 1],
      ],
      [
        ['delivery', 1],
        ['refund', 1],
      ],
      [],
      [],
    ]
    assert.deepEqual(await counts(facetsOfScores), whole)
    const helpful = { field: 'score_values', nested_key: 'helpful' }
    const idsOf = async (filter: object) =>
      idsIn(await searchPage(api, where({ ...helpful, ...filter }))).toSorted((a, b) => a - b)
    assert.deepEqual(await idsOf({ operator: 'key_equals', value: 'no' }), [first, second, third])
    assert.deepEqual(await idsOf({ operator: 'key_equals', value: true }), [first])
    assert.deepEqual(await idsOf({ nested_key: 'topic', operator: 'in', value: ['refund'] }), [first])
    assert.deepEqual(await idsOf({ nested_key: 'share', operator: 'between', value: [0.4, 0.6] }), [second])
    assert.deepEqual(await idsOf({ nested_key: 'topic', operator: 'is_not_empty' }), [first, second])
    const helpfulRequests = where({ ...helpful, operator: 'key_equals', value: 'yes' })
    assert.deepEqual(await counts({ ...facetsOfScores, ...helpfulRequests }), [
      [
        ['no', 1],
        ['yes', 1],
      ],
      [['refund', 1]],
      [],
      [],
    ])
    await finishIndex(app.context.store)
    assert.deepEqual(await counts(facetsOfScores), whole)
    const wrong = [
      [{ facets: [{ field: 'score_values' }] }, /facets\.0\.nested_key/],
      [
        {
          facets: [{ field: 'status' }],
          ...where({ field: 'score_values', operator: 'key_equals', value: 'a' }),
        },
        /nested_key/,
      ],
      [
        { facets: [{ field: 'status' }], ...where({ ...helpful, operator: 'key_contains', value: 'a' }) },
        /operator/,
      ],
    ] as const
    for (const [body, names] of wrong) {
      const answer = await api.post(path, body)
      assert.equal(answer.status, 400)
      assert.match(JSON.stringify(answer.body), names)
    }
  })
})
