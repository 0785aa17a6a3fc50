import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'

const path = '/api/public/v2/models'

suite('models', () => {
  const app = appOfSuite()
  interface Listed {
    readonly provider: string
    readonly name: string
    readonly context_tokens: number | null
    readonly input: string | null
    readonly output: string | null
  }

  const list = async (query: string): Promise<{ models: Listed[]; has_more: boolean }> => {
    return bodyOf(await app.api.get(`${path}?${query}`))
  }

  test('models are listed by provider and words, with context and rates', async () => {
    const { models } = await list('provider=openai&search=4o%20GPT')
    assert.deepEqual(
      models.find(({ name }) => name === 'gpt-4o'),
      { provider: 'openai', name: 'gpt-4o', context_tokens: 128_000, input: '2.5', output: '10' },
    )
    assert.ok(models.every(({ provider, name }) => provider === 'openai' && name.includes('4o')))
    const all = await list('search=claude-sonnet&limit=500')
    const providers = new Set(all.models.map(({ provider }) => provider))
    assert.ok(
      ['anthropic', 'vertexai', 'amazon.bedrock'].every((one) => providers.has(one)),
      [...providers].join(),
    )
    for (const name of ['gpt-4o-mini', 'GPT-4o', 'mistral-large-latest']) {
      const [first] = (await list(`search=${name}`)).models
      assert.equal(first!.name, name.toLowerCase(), 'the model with exactly this name is first')
    }
    const few = await list('limit=3')
    assert.deepEqual([few.models.length, few.has_more], [3, true])
  })

  test("the workspace's own price of a model is listed, and read by the model's name", async () => {
    const override = { provider: 'openai', model: 'our-tune', rates: { input: '0.3', output: '1.2' } }
    assert.equal((await app.api.post('/api/public/v2/price-overrides', override)).status, 201)
    const own = { provider: 'openai', name: 'our-tune', context_tokens: null, input: '0.3', output: '1.2' }
    assert.deepEqual((await list('search=our-tune')).models, [own])
    const { body } = await app.api.get(`${path}/find?provider=openai&name=our-tune`)
    assert.deepEqual([body.model, body.listed_by], [own, []])
  })

  test('a model name is resolved as in the pricing of calls, and the answer names the providers that list it', async () => {
    const find = async (provider: string, name: string) =>
      (await app.api.get(`${path}/find?provider=${provider}&name=${name}`)).body
    const dated = await find('openai', 'gpt-4o-2024-08-06')
    assert.deepEqual([dated.model.input, dated.model.context_tokens], ['2.5', 128_000])
    const misfit = await find('anthropic', 'gpt-4o')
    assert.equal(misfit.model, null)
    assert.ok(misfit.listed_by.includes('openai'))
    assert.deepEqual(await find('openai', 'no-such-model'), { success: true, model: null, listed_by: [] })
  })
})
