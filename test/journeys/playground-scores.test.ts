import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { startRunWorld } from './support/running.ts'

const { path } = endpoints.scoreAnswer

describe('scores of answers in the playground', () => {
  const world = ofSuite(startRunWorld)

  const answer = { text: 'Your parcel is in Oslo.', cost: '0.0003', latency_ms: 812 }
  const post = (scorers: object[], options: object = {}) =>
    world.api.post(path, { scorers, answer, values: { city: 'oslo', empty: '' }, ...options })
  const verdicts = async (scorers: object[], options: object = {}) => {
    const { status, body } = await post(scorers, options)
    assert.equal(status, 200, JSON.stringify(body))
    return body.results.map(({ verdict }: { verdict: string }) => verdict)
  }

  it('judge texts, patterns, JSON, lengths and limits like the columns of a sheet', async () => {
    assert.deepEqual(
      await verdicts([
        { kind: 'contains', name: 'a', value: 'PARCEL' },
        { kind: 'contains', name: 'b', variable: 'city' },
        { kind: 'contains', name: 'c', value: 'parcel', negate: true },
        { kind: 'equals', name: 'd', value: 'Your parcel is in Oslo.' },
        { kind: 'equals', name: 'e', variable: 'city' },
        { kind: 'regex', name: 'f', pattern: 'in (Oslo|Bergen)\\.$' },
        { kind: 'json', name: 'g' },
        { kind: 'length', name: 'h', unit: 'words', min: 5, max: 5 },
        { kind: 'length', name: 'i', unit: 'chars', max: 10 },
        { kind: 'cost', name: 'j', max: '0.0003' },
        { kind: 'cost', name: 'k', max: '0.0002' },
        { kind: 'latency', name: 'l', max_ms: 812 },
        { kind: 'latency', name: 'm', max_ms: 811 },
      ]),
      [
        ...['pass', 'pass', 'fail', 'pass', 'fail', 'pass', 'fail', 'pass', 'fail'],
        ...['pass', 'fail', 'pass', 'fail'],
      ],
    )
    const schema = JSON.stringify({ type: 'object', required: ['city'] })
    const text = JSON.stringify({ city: 'Oslo' })
    assert.deepEqual(
      await verdicts(
        [
          { kind: 'json', name: 'a' },
          { kind: 'json', name: 'b', schema },
        ],
        {
          answer: { ...answer, text },
        },
      ),
      ['pass', 'pass'],
    )
  })

  it('never pass where a value, a price, a latency or a judgement is missing', async () => {
    const scorers = [
      { kind: 'equals', name: 'a', variable: 'empty' },
      { kind: 'contains', name: 'b', variable: 'absent' },
      { kind: 'cost', name: 'c', max: '1' },
      { kind: 'latency', name: 'd', max_ms: 1_000 },
    ]
    const nothing = { text: '', cost: null, latency_ms: null }
    assert.deepEqual(await verdicts(scorers, { answer: nothing }), ['error', 'error', 'error', 'error'])
    world.fake.answerWith(() => ({ text: 'neither' }))
    const judge = { kind: 'judge', name: 'e', assertion: 'It is polite', model: gpt }
    assert.deepEqual(await verdicts([judge]), ['error'])
    assert.deepEqual(await verdicts([{ ...judge, assertion: 'It names {nobody}' }]), ['error'])
  })

  it('ask a model to judge, and log its call as an evaluation', async () => {
    world.fake.answerWith(() => ({ text: JSON.stringify({ reasoning: 'It is.', value: true }) }))
    const judge = { kind: 'judge', name: 'Polite', assertion: 'It names {city}', model: gpt }
    const [result] = (await post([judge])).body.results
    const logged = await world.api.post('/api/public/v2/requests/search', {
      filter_group: { logic: 'AND', filters: [{ field: 'source', operator: 'is', value: 'evaluation' }] },
    })
    assert.ok(logged.body.items.length > 0)
    assert.deepEqual(result, { verdict: 'pass', message: 'It is.' })
  })

  it('name the scorer that is wrong', async () => {
    const wrong = await post([
      { kind: 'json', name: 'ok' },
      { kind: 'regex', name: 'broken', pattern: '(' },
    ])
    assert.equal(wrong.status, 400)
    assert.match(wrong.body.message, /scorers\.1/)
    const both = await post([{ kind: 'equals', name: 'a', value: 'x', variable: 'city' }])
    assert.equal(both.status, 422)
    const many = Array.from({ length: 21 }, () => ({ kind: 'json', name: 'a' }))
    assert.equal((await post(many)).status, 422)
  })
})

const gpt = { provider: 'openai', name: 'gpt-4o-mini' }
