import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareLists } from '../compare-lists.ts'
import { Money } from '../money.ts'
import { findListed, type ListedModel, type PriceList, priceListOf } from '../price-list.ts'
import { listedModelOf, listedText } from './listed-text.ts'
import { readPriceList } from './read-list.ts'

/** Entries of LiteLLM's list, cut to the tested fields. */
const litellm = {
  sample_spec: {
    litellm_provider: 'one of https://docs.litellm.ai/docs/providers',
    max_tokens: 'LEGACY parameter',
  },
  fallback_generalizations: {
    rules: [{ name: 'bedrock-claude-ids', model_info: { litellm_provider: 'bedrock' } }],
  },
  'anthropic.claude-sonnet-4-20250514-v1:0': {
    cache_creation_input_token_cost: 3.75e-6,
    cache_creation_input_token_cost_above_1hr: 6e-6,
    cache_read_input_token_cost: 3e-7,
    input_cost_per_token: 3e-6,
    input_cost_per_token_above_200k_tokens: 6e-6,
    litellm_provider: 'bedrock_converse',
    output_cost_per_token: 1.5e-5,
    search_context_cost_per_query: { search_context_size_high: 0.01, search_context_size_medium: 0.01 },
  },
  'azure/gpt-5.4': {
    input_cost_per_token: 2.5e-6,
    input_cost_per_token_batches: 1.25e-6,
    input_cost_per_token_above_272k_tokens: 5e-6,
    input_cost_per_token_above_272k_tokens_batches: 2.5e-6,
    input_cost_per_token_ultrafast: 1.5e-5,
    litellm_provider: 'azure',
    output_cost_per_token: 1.5e-5,
    output_cost_per_token_batches: 7.5e-6,
  },
  'codestral/codestral-latest': {
    input_cost_per_token: 0,
    output_cost_per_token: 0,
    litellm_provider: 'codestral',
  },
  'mistral/codestral-latest': {
    input_cost_per_token: 3e-7,
    output_cost_per_token: 9e-7,
    litellm_provider: 'mistral',
  },
  'openai/sora-2': {
    litellm_provider: 'openai',
    input_cost_per_token: 0,
    output_cost_per_video_per_second: 0.1,
  },
  'vertex_ai/gemini-2.5-pro': {
    input_cost_per_token: 1.25e-6,
    litellm_provider: 'vertex_ai-language-models',
    output_cost_per_token: 1e-5,
  },
}

const listOf = (document: unknown): PriceList => priceListOf([...readPriceList(document).models])
const ratesOf = ({ prices }: ListedModel, tier?: string) =>
  Object.fromEntries(
    Object.entries((tier ? prices[0]!.serviceTiers?.[tier] : prices[0]!.rates) ?? {}).map(([kind, rate]) => [
      kind,
      [rate.base.toFixed(), ...rate.tiers.map(({ over, rate }) => `${over}: ${rate.toFixed()}`)],
    ]),
  )

test("LiteLLM's list is read: rates for long inputs, service tiers, and names with their provider or without", () => {
  const list = listOf(litellm)
  const claude = findListed(list, 'amazon.bedrock', 'anthropic.claude-sonnet-4-20250514-v1:0')!
  assert.deepEqual(ratesOf(claude), {
    cache_write: ['3.75'],
    cache_write_1h: ['6'],
    cached_input: ['0.3'],
    input: ['3', '200000: 6'],
    output: ['15'],
    web_search: ['10000'],
  })
  const gpt = findListed(list, 'openai.azure', 'gpt-5.4')!
  assert.equal(gpt, findListed(list, 'azure', 'azure/gpt-5.4'))
  assert.deepEqual(ratesOf(gpt), { input: ['2.5', '272000: 5'], output: ['15'] })
  assert.deepEqual(ratesOf(gpt, 'batch'), { input: ['1.25', '272000: 2.5'], output: ['7.5'] })
  assert.deepEqual(Object.keys(gpt.prices[0]!.serviceTiers!), ['batch'])
  assert.ok(findListed(list, 'google', 'gemini-2.5-pro'))
})

test("a free endpoint of LiteLLM's list does not hide the paid one of the same name; prices by second are ignored", () => {
  const list = listOf(litellm)
  assert.deepEqual(ratesOf(findListed(list, 'mistral', 'codestral-latest')!), {
    input: ['0.3'],
    output: ['0.9'],
  })
  assert.equal(findListed(list, 'openai', 'sora-2'), undefined)
  assert.equal(findListed(list, 'openai', 'sample_spec'), undefined)
})

const genai = (input: number, more: object = {}) => [
  {
    id: 'openai',
    models: [
      { id: 'm', match: { or: [{ equals: 'm' }, { starts_with: 'm-' }] }, prices: { input_mtok: input } },
      { id: 'regional.x', match: { contains: '.x' }, prices: { input_mtok: input } },
      { id: 'dated', match: { equals: 'dated' }, prices: [{ prices: { input_mtok: 1 } }], ...more },
    ],
  },
]

test('a list is restored unchanged from its stored text', () => {
  for (const document of [litellm, genai(2)]) {
    const models = [...readPriceList(document).models]
    const again = models.map((model) => listedModelOf(listedText(model)))
    assert.deepEqual(again.map(listedText), models.map(listedText))
    const [original, restored] = [priceListOf(models), priceListOf(again)]
    for (const name of ['gpt-5.4', 'm', 'm-2026-01-01', 'm-mega', 'us.x'])
      for (const provider of ['openai', 'azure'])
        assert.equal(
          findListed(original, provider, name)?.model,
          findListed(restored, provider, name)?.model,
          `${provider} ${name}`,
        )
    assert.ok(
      again.every(({ prices }) => Object.values(prices[0]!.rates).every(({ base }) => base instanceof Money)),
    )
  }
})

const changesOf = (before: unknown, after: unknown) =>
  [...compareLists(listOf(before), listOf(after), Date.UTC(2026, 0))]
    .filter((change) => change !== null)
    .map(({ change, model, figures }) => [
      change,
      model,
      ...figures.map(({ kind, serviceTier, over, before, after }) =>
        [serviceTier, kind, over, before, after].map(String).join(' '),
      ),
    ])

test('lists are compared by the price of a request with each name', () => {
  assert.deepEqual(changesOf(genai(2), genai(2)), [])
  assert.deepEqual(changesOf(genai(2), genai(3)), [
    ['changed', 'm', 'null input null 2 3'],
    ['changed', 'regional.x', 'null input null 2 3'],
  ])
  // A release of a model has the price of the model, in either list.
  const released = [
    {
      id: 'openai',
      models: [{ id: 'm-2026-01-01', match: { equals: 'm-2026-01-01' }, prices: { input_mtok: 2 } }],
    },
  ]
  assert.deepEqual(changesOf(genai(2), released), [
    ['removed', 'm', 'null input null 2 null'],
    ['removed', 'regional.x', 'null input null 2 null'],
    ['removed', 'dated', 'null input null 1 null'],
  ])
})

test('reports a price that is equal today but differed earlier', () => {
  const dated = [
    { prices: { input_mtok: 9 } },
    { constraint: { start_date: '2025-01-01' }, prices: { input_mtok: 1 } },
  ]
  assert.deepEqual(changesOf(genai(2), genai(2, { prices: dated })), [['changed_at_other_times', 'dated']])
})

test('tiers and rates for long inputs are compared one by one', () => {
  const entry = (more: object) => ({ m: { litellm_provider: 'openai', input_cost_per_token: 1e-6, ...more } })
  const before = entry({ input_cost_per_token_batches: 5e-7 })
  const after = entry({ input_cost_per_token_batches: 6e-7, input_cost_per_token_above_200k_tokens: 2e-6 })
  assert.deepEqual(changesOf(before, after), [
    ['changed', 'm', 'batch input null 0.5 0.6', 'null input 200000 null 2'],
  ])
})
