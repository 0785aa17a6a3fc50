import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Model } from '../blueprint/index.ts'
import { resolveModel } from './index.ts'

type Json = Record<string, unknown>

const stored = (provider: string, parameters: Json, more: Json = {}): Model =>
  Model.parse({ provider, name: 'm', parameters, ...more })

const resolved = (from: Model, overrides: Json | null, provider?: string): Json | undefined =>
  resolveModel(from, { provider, parameterOverrides: overrides })?.parameters

const limits: [provider: string, apiType: string | null, name: string][] = [
  ['openai', 'chat-completions', 'max_completion_tokens'],
  ['openai.azure', null, 'max_completion_tokens'],
  ['openai', 'responses', 'max_output_tokens'],
  ['anthropic', null, 'max_tokens'],
  ['anthropic.bedrock', null, 'max_tokens'],
  ['google', null, 'max_output_tokens'],
  ['vertexai', null, 'max_output_tokens'],
  ['amazon.bedrock', null, 'maxTokens'],
  ['mistral', null, 'max_tokens'],
  ['cohere', null, 'max_tokens'],
  ['huggingface', null, 'max_tokens'],
  ['openrouter', null, 'max_tokens'],
  ['my-own-gateway', null, 'max_tokens'],
]
const spellings = ['maxOutputTokens', 'max_output_tokens', 'max_tokens', 'maxTokens', 'max_tokens_to_sample']

for (const [provider, api_type, name] of limits) {
  test(`each spelling of the limit becomes ${name} for ${provider} ${api_type ?? ''}`, () => {
    for (const spelling of spellings) {
      const from = stored(provider, { max_tokens: 1, maxOutputTokens: 2, temperature: 0 }, { api_type })
      assert.deepEqual(resolved(from, { [spelling]: 9 }), { temperature: 0, [name]: 9 }, spelling)
    }
  })
}

const overrides: [title: string, from: Model, given: Json, expected: Json][] = [
  [
    'a camel case override replaces the stored parameter',
    stored('openai', { top_p: 0.1, stop: 'a' }),
    { topP: 0.9, stopSequences: ['b'] },
    { top_p: 0.9, stop: ['b'] },
  ],
  [
    'stop becomes a list if the provider requires one',
    stored('anthropic', {}),
    { stop: 'x' },
    { stop_sequences: ['x'] },
  ],
  ['top-p and top-k of Cohere', stored('cohere', {}), { topP: 0.9, top_k: 3 }, { p: 0.9, k: 3 }],
  [
    "Cohere's p and k for another provider",
    stored('anthropic', {}),
    { p: 0.9, k: 3 },
    { top_p: 0.9, top_k: 3 },
  ],
  [
    'containers of the stored parameters and of the overrides are flattened',
    stored('google', { generation_config: { maxOutputTokens: 5, topK: 1 } }),
    { generationConfig: { max_tokens: 6 } },
    { topK: 1, max_output_tokens: 6 },
  ],
  [
    'a container of Bedrock is flattened',
    stored('amazon.bedrock', { inferenceConfig: { maxTokens: 5, topP: 1 } }),
    { max_tokens: 6 },
    { topP: 1, maxTokens: 6 },
  ],
  [
    'a known parameter that OpenAI lacks is dropped',
    stored('openai', {}),
    { top_k: 3, mine: 1 },
    { mine: 1 },
  ],
  [
    'a compatible endpoint gets it, since it may support it',
    stored('openrouter', {}),
    { topK: 3 },
    { top_k: 3 },
  ],
  [
    "a compatible endpoint keeps OpenAI's newer name of the limit",
    stored('openrouter', { max_tokens: 1 }),
    { max_completion_tokens: 3 },
    { max_completion_tokens: 3 },
  ],
  [
    'null removes a parameter',
    stored('openai', { temperature: 1, seed: 2 }),
    { temperature: null },
    { seed: 2 },
  ],
  [
    'reasoning_effort is merged into the stored reasoning',
    stored('openai', { reasoning: { summary: 'auto' } }, { api_type: 'responses' }),
    { reasoning_effort: 'low' },
    { reasoning: { summary: 'auto', effort: 'low' } },
  ],
  [
    'reasoning.effort becomes reasoning_effort in chat',
    stored('openai', { reasoning_effort: 'high' }),
    { reasoning: { effort: 'low' } },
    { reasoning_effort: 'low' },
  ],
  [
    'without an override all parameters are unchanged',
    stored('openai', { max_tokens: 5, x: null }),
    {},
    { max_tokens: 5, x: null },
  ],
]
for (const [title, from, given, expected] of overrides) {
  test(`override: ${title}`, () => {
    const before = structuredClone({ from, given })
    assert.deepEqual(resolved(from, given), expected)
    assert.deepEqual({ from, given }, before)
  })
}

const moves: [title: string, from: Model, to: string, expected: Json][] = [
  [
    'OpenAI to Anthropic',
    stored('openai', {
      max_completion_tokens: 5,
      stop: ['a'],
      frequency_penalty: 1,
      logit_bias: {},
      seed: null,
    }),
    'anthropic',
    { max_tokens: 5, stop_sequences: ['a'] },
  ],
  [
    'Anthropic to OpenAI',
    stored('anthropic', { max_tokens: 5, top_k: 1, thinking: { type: 'enabled', budget_tokens: 1 } }),
    'openai',
    { max_completion_tokens: 5 },
  ],
  [
    'Google to Bedrock',
    stored('google', { generation_config: { maxOutputTokens: 5, topP: 0.5, safetySettings: [] } }),
    'amazon.bedrock',
    { maxTokens: 5, topP: 0.5 },
  ],
  [
    'response_format is kept',
    stored('openai', { response_format: { type: 'json_object' } }),
    'google',
    { response_format: { type: 'json_object' } },
  ],
  ['OpenAI to Mistral', stored('openai', { seed: 1, user: 'u' }), 'mistral', { random_seed: 1 }],
  [
    'a compatible endpoint keeps parameters that it may support',
    stored('openai', { max_completion_tokens: 5, logit_bias: {}, reasoning_effort: 'low' }),
    'openrouter',
    { max_completion_tokens: 5, logit_bias: {}, reasoning_effort: 'low' },
  ],
  [
    'OpenAI to Azure changes nothing',
    stored('openai', { max_tokens: 5, x: 1 }),
    'openai.azure',
    { max_tokens: 5, x: 1 },
  ],
]
for (const [title, from, to, expected] of moves) {
  test(`another provider: ${title}`, () => assert.deepEqual(resolved(from, null, to), expected))
}

test('the api_type of OpenAI is always a value of the SDKs', () => {
  const typed = (provider: string, api_type: string | null, to?: string) =>
    resolveModel(stored(provider, {}, { api_type }), { provider: to })?.api_type
  assert.equal(typed('openai', null), 'chat-completions')
  assert.equal(typed('openai.azure', 'chat.completions'), 'chat-completions')
  assert.equal(typed('openai', 'chat'), 'chat-completions')
  assert.equal(typed('openai', 'responses', 'openai.azure'), 'responses')
  assert.equal(typed('openai', 'images'), 'images')
  assert.equal(typed('openrouter', 'images', 'openai'), 'chat-completions')
  assert.equal(typed('openai', 'responses', 'anthropic'), null)
  assert.equal(typed('openrouter', 'video'), 'video')
})

test('without a stored model, a provider and a model name are needed', () => {
  assert.equal(resolveModel(null, { provider: 'openai' }), null)
  assert.equal(resolveModel(undefined, { model: 'gpt-4o' }), null)
  assert.deepEqual(
    resolveModel(null, { provider: 'openai', model: 'gpt-4o', parameterOverrides: { maxTokens: 1 } }),
    Model.parse({
      provider: 'openai',
      name: 'gpt-4o',
      api_type: 'chat-completions',
      parameters: { max_completion_tokens: 1 },
    }),
  )
})

test('another model name drops the description of the stored one', () => {
  const from = stored(
    'openai',
    { model: 'ft:x', n: 1 },
    { base_model: 'b', model_config_display_name: 'd', mine: 1 },
  )
  const same = resolveModel(from, {})
  assert.deepEqual(
    [same?.base_model, same?.model_config_display_name, same?.parameters['model']],
    ['b', 'd', 'ft:x'],
  )
  const renamed = resolveModel(from, { model: 'gpt-5' })
  assert.deepEqual(
    renamed,
    Model.parse({
      provider: 'openai',
      name: 'gpt-5',
      api_type: 'chat-completions',
      parameters: { n: 1 },
      mine: 1,
    }),
  )
})
