import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { appOfSuite } from '../kit/app.ts'

let prompt: number
suite('usage of a prompt', () => {
  const app = appOfSuite()
  before(async () => {
    const publication = endpoints.publishTemplate.example.body as { prompt_template: { prompt_name: string } }
    const publish = () => app.api.post('/rest/prompt-templates', publication)
    await publish()
    prompt = (await publish()).body.id
    const name = publication.prompt_template.prompt_name
    await app.api.post(`/prompts/${prompt}/label`, { prompt_version_number: 1, name: 'canary' })
    const log = async (day: number, seconds: number, more: object) => {
      const start = Date.UTC(2026, 4, day, 10)
      const call = {
        provider: 'openai',
        model: 'gpt-4o',
        input: { type: 'chat', messages: [] },
        output: { type: 'chat', messages: [] },
        request_start_time: new Date(start).toISOString(),
        request_end_time: new Date(start + seconds * 1000).toISOString(),
        prompt_name: name,
        ...more,
      }
      const { status, body } = await app.api.post('/log-request', call)
      assert.ok(status < 300, JSON.stringify(body))
      return body.id as number
    }
    const one = { prompt_version_number: 1, price: 0.5, input_tokens: 10, output_tokens: 5 }
    const first = await log(2, 1, one)
    await log(2, 3, { ...one, status: 'ERROR', error_type: 'PROVIDER_ERROR' })
    const third = await log(4, 2, { prompt_version_number: 2, price: 0.25 })
    const fourth = await log(4, 4, {
      prompt_version_number: 1,
      model: 'without-a-price',
      input_tokens: 7,
      output_tokens: 1,
    })
    const labelled = { request_id: fourth, prompt_name: name, prompt_input_variables: {}, label: 'canary' }
    assert.equal((await app.api.post('/rest/track-prompt', labelled)).status, 200)
    for (const [request_id, score] of [
      [first, 80],
      [third, 40],
    ] as const)
      await app.api.post('/rest/track-score', { request_id, score, name: 'quality' })
  })

  const usage = async (body: object) => {
    const answer = await app.api.post(`/api/public/v2/prompts/${prompt}/usage`, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }

  test('usage by version has requests, errors, cost without unpriced requests, latency and scores over time', async () => {
    const { total, groups, more_groups, latencyPercentiles } = await usage({ by: 'version' })
    assert.deepEqual([total.requests, total.errors, total.cost, total.unpriced_requests], [4, 1, 1.25, 1])
    assert.deepEqual(
      [total.score, total.scores, total.p50_latency_ms, total.p95_latency_ms],
      [60, 2, 2000, 4000],
    )
    assert.deepEqual([more_groups, latencyPercentiles.isExact], [0, true])
    const [two, one] = groups
    assert.deepEqual([two.name, two.requests, two.cost, two.score], ['2', 1, 0.25, 40])
    // The tokens of the failed request are known.
    assert.deepEqual(
      [total, two, one].map((figures) => figures.uncounted_requests),
      [1, 1, 0],
    )
    assert.deepEqual(
      [one.name, one.requests, one.errors, one.unpriced_requests, one.score],
      ['1', 3, 1, 1, 80],
    )
    assert.deepEqual(
      one.buckets.map(({ requests, errors, input_tokens }: Record<string, number>) => [
        requests,
        errors,
        input_tokens,
      ]),
      [
        [2, 1, 20],
        [1, 0, 7],
      ],
    )
  })

  test('usage by label lists the requests without a label last, and applies the filter', async () => {
    const { groups } = await usage({ by: 'label' })
    assert.deepEqual(
      groups.map(({ name, requests }: Record<string, unknown>) => [name, requests]),
      [
        ['canary', 1],
        [null, 3],
      ],
    )
    const filters = [{ field: 'request_start_time', operator: 'after', value: '2026-05-03' }]
    assert.equal((await usage({ filter_group: { logic: 'AND', filters } })).total.requests, 2)
    assert.equal((await app.api.post('/api/public/v2/prompts/999/usage', {})).status, 404)
  })
})
