import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { billedUsageOf } from './billed-usage.ts'

/** Input and output; then parts of them: cached, written to a cache, written for an hour, reasoning. */
type Counts = readonly [number, number, number, number, number, number]

const answers: Record<string, readonly [object, Counts]> = {
  'Anthropic: cache tokens beside the input': [
    {
      input_tokens: 10,
      cache_read_input_tokens: 200,
      cache_creation_input_tokens: 3000,
      cache_creation: { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 2000 },
      output_tokens: 5,
    },
    [3210, 5, 200, 3000, 2000, 0],
  ],
  'Bedrock Converse: cache tokens beside the input, with their lifetime': [
    {
      inputTokens: 10,
      cacheReadInputTokens: 200,
      cacheWriteInputTokens: 3000,
      cacheDetails: [
        { ttl: '5m', inputTokens: 1000 },
        { ttl: '1h', inputTokens: 2000 },
      ],
      outputTokens: 5,
      totalTokens: 3215,
    },
    [3210, 5, 200, 3000, 2000, 0],
  ],
  'OpenAI Chat Completions: cached tokens within the input': [
    {
      prompt_tokens: 3210,
      completion_tokens: 5,
      total_tokens: 3215,
      prompt_tokens_details: { cached_tokens: 200, cache_write_tokens: 3000 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
    [3210, 5, 200, 3000, 0, 2],
  ],
  'OpenAI Responses: cached tokens within the input': [
    {
      input_tokens: 3210,
      output_tokens: 5,
      input_tokens_details: { cached_tokens: 200, cache_write_tokens: 3000 },
      output_tokens_details: { reasoning_tokens: 2 },
    },
    [3210, 5, 200, 3000, 0, 2],
  ],
  'LiteLLM before Anthropic: cached tokens within the input, reported twice': [
    {
      prompt_tokens: 3210,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 200, cache_creation_tokens: 3000 },
      cache_read_input_tokens: 200,
      cache_creation_input_tokens: 3000,
    },
    [3210, 5, 200, 3000, 0, 0],
  ],
  "Anthropic behind OpenAI's API": [
    { prompt_tokens: 3210, completion_tokens: 5, cached_tokens: 200 },
    [3210, 5, 200, 0, 0, 0],
  ],
  'LangChain, without times': [
    {
      input_tokens: 3210,
      output_tokens: 5,
      input_token_details: { cache_read: 200, cache_creation: 3000 },
      output_token_details: { reasoning: 2 },
    },
    [3210, 5, 200, 3000, 0, 2],
  ],
  'LangChain, with times': [
    {
      input_tokens: 3210,
      output_tokens: 5,
      input_token_details: {
        cache_read: 200,
        cache_creation: 0,
        ephemeral_5m_input_tokens: 1000,
        ephemeral_1h_input_tokens: 2000,
      },
    },
    [3210, 5, 200, 3000, 2000, 0],
  ],
  'DeepSeek: hits and misses': [
    {
      prompt_tokens: 3210,
      completion_tokens: 5,
      prompt_cache_hit_tokens: 200,
      prompt_cache_miss_tokens: 3010,
    },
    [3210, 5, 200, 0, 0, 0],
  ],
  'xAI: reasoning beside the answer, as the total shows': [
    {
      prompt_tokens: 32,
      completion_tokens: 9,
      total_tokens: 135,
      completion_tokens_details: { reasoning_tokens: 94 },
    },
    [32, 103, 0, 0, 0, 94],
  ],
}

suite('token counts of an answer that have their own price', () => {
  for (const [name, [usage, counts]] of Object.entries(answers))
    test(name, () => {
      const billed = billedUsageOf({ usage })
      assert.deepEqual(
        billed && [
          billed.inputTokens,
          billed.outputTokens,
          billed.cachedInputTokens,
          billed.cacheWriteTokens,
          billed.cacheWriteHourTokens,
          billed.reasoningTokens,
        ],
        counts,
      )
    })
})

test('search calls of OpenAI Responses are counted, opened pages and failed searches are not', () => {
  const call = (type: string | null, status = 'completed') => ({
    type: 'web_search_call',
    status,
    ...(type && { action: { type } }),
  })
  const output = [call('search'), call('search'), call('open_page'), call('find_in_page'), call(null)]
  const response = {
    output: [...output, call('search', 'failed'), { type: 'message' }],
    usage: { input_tokens: 10, output_tokens: 5 },
  }
  assert.equal(billedUsageOf(response)?.webSearches, 3)
})
