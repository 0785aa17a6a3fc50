import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { log } from './support/requests.ts'
import { chat, completion, message, publish } from './support/templates.ts'

describe('suggestions for filters', () => {
  const app = appOfSuite()
  let prompt: number
  before(async () => {
    prompt = (await publish(app.api, 'greeting', completion('Hi {name}'))).id
    await log(app.api, {
      model: 'gpt-4o',
      tags: ['blue', 'black', 'red'],
      metadata: { customer: 'ada', plan: { seats: 3 } },
      prompt_name: 'greeting',
      prompt_input_variables: { name: 'Ada' },
    })
    await log(app.api, {
      model: 'claude-5',
      provider: 'anthropic',
      status: 'ERROR',
      tags: ['green', 'blue'],
      metadata: { customer: 'grace', region: 'eu' },
      output: chat(message('assistant', '{"verdict": "yes"}')),
    })
    const stranger = await app.newWorkspace()
    await log(stranger.api, { tags: ['bluest'], model: 'secret' })
  })

  const suggest = async (query: Record<string, string>) => {
    return bodyOf(await app.api.get(`/api/public/v2/requests/suggestions?${new URLSearchParams(query)}`))
      .values
  }

  it('lists the values of each field, each once', async () => {
    assert.deepEqual(await suggest({ field: 'tags' }), ['black', 'blue', 'green', 'red'])
    assert.deepEqual(await suggest({ field: 'engine' }), ['claude-5', 'gpt-4o'])
    assert.deepEqual(await suggest({ field: 'provider_type' }), ['anthropic', 'openai'])
    assert.deepEqual(await suggest({ field: 'status' }), ['ERROR', 'SUCCESS'])
    assert.deepEqual(await suggest({ field: 'metadata_keys' }), ['customer', 'plan.seats', 'region'])
    assert.deepEqual(await suggest({ field: 'metadata_values', metadata_key: 'customer' }), ['ada', 'grace'])
    assert.deepEqual(await suggest({ field: 'output_keys' }), ['verdict'])
    assert.deepEqual(await suggest({ field: 'output_values', metadata_key: 'verdict' }), ['yes'])
    assert.deepEqual(await suggest({ field: 'input_variable_keys' }), ['name'])
    assert.deepEqual(await suggest({ field: 'input_variable_values', metadata_key: 'name' }), ['Ada'])
    assert.deepEqual(await suggest({ field: 'tool_names' }), [])
    assert.deepEqual(await suggest({ field: 'prompt_id' }), [String(prompt)])
    assert.deepEqual(await suggest({ field: 'prompt' }), ['greeting'])
  })

  it('matches literal prefixes', async () => {
    assert.deepEqual(await suggest({ field: 'tags', prefix: 'bl' }), ['black', 'blue'])
    assert.deepEqual(await suggest({ field: 'tags', prefix: '%' }), [])
    assert.deepEqual(await suggest({ field: 'tags', prefix: `'"` }), [])
    assert.deepEqual(await suggest({ field: 'prompt', prefix: 'GREET' }), ['greeting'])
  })

  it('sorts values the same with a filter and without', async () => {
    const { api } = await app.newWorkspace()
    const tags = ['_a', '.b', 'B', 'a', 'É', 'é']
    await log(api, { tags })
    for (const filter_group of [undefined, { filters: [] }]) {
      const query = new URLSearchParams({
        field: 'tags',
        ...(filter_group && { filter_group: JSON.stringify(filter_group) }),
      })
      const { body } = await api.get(`/api/public/v2/requests/suggestions?${query}`)
      assert.deepEqual(body.values, ['.b', 'B', '_a', 'a', 'É', 'é'])
    }
  })

  it('names the wrong field of the filter by its path in the call', async () => {
    const filter_group = JSON.stringify({ filters: [{ field: 'none', operator: 'is' }] })
    for (const also of ['', '&prompt_id=1']) {
      const { status, body } = await app.api.get(
        `/api/public/v2/requests/suggestions?field=tags&filter_group=${encodeURIComponent(filter_group)}${also}`,
      )
      assert.equal(status, 400)
      assert.match(body.message, /^filter_group\.filters\.0\.field: must be one of /)
    }
  })

  it('lists only values of requests that match the filter or have the template', async () => {
    const filter_group = JSON.stringify({
      filters: [{ field: 'metadata', operator: 'key_equals', nested_key: 'customer', value: 'grace' }],
    })
    assert.deepEqual(await suggest({ field: 'tags', filter_group }), ['blue', 'green'])
    assert.deepEqual(await suggest({ field: 'engine', filter_group }), ['claude-5'])
    assert.deepEqual(await suggest({ field: 'metadata_values', metadata_key: 'region', filter_group }), [
      'eu',
    ])
    assert.deepEqual(await suggest({ field: 'metadata_keys', prompt_id: String(prompt) }), [
      'customer',
      'plan.seats',
    ])
    assert.deepEqual(await suggest({ field: 'prompt', filter_group }), [])
  })

  for (const [query, status, text] of [
    [{ field: 'metadata_values' }, 422, /metadata_key/],
    [{ field: 'colour' }, 422, /field/],
    [{ field: 'tags', filter_group: '{' }, 422, /filter_group/],
    [
      { field: 'tags', filter_group: '{"filters": [{"field": "cost", "operator": "is"}]}' },
      400,
      /filters\.0\.operator/,
    ],
  ] as const)
    it(`refuses ${JSON.stringify(query)}`, async () => {
      const reply = await app.api.get(`/api/public/v2/requests/suggestions?${new URLSearchParams(query)}`)
      assert.equal(reply.status, status, JSON.stringify(reply.body))
      assert.match(reply.body.message, text)
    })
})
