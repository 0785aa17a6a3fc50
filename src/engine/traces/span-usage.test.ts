import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { billedUsageOf } from '../template/provider-reading/index.ts'
import { readSpan } from './read-span.ts'
import { json, spanWith } from './styles/span-parts.cases.ts'

const genAi = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.system': 'anthropic',
  'gen_ai.request.model': 'claude-sonnet-4',
}
const vercel = {
  'ai.operationId': 'ai.generateText.doGenerate',
  'ai.model.provider': 'anthropic.messages',
  'ai.model.id': 'claude-sonnet-4',
}
const counted = {
  input_tokens: 10,
  cache_read_input_tokens: 200,
  cache_creation_input_tokens: 3000,
  output_tokens: 5,
}

/**
 * Each span reports 3,210 input tokens, 200 of them cached and 3,000 written to the cache, and 5 output
 * tokens.
 */
const spans: Record<string, Record<string, unknown>> = {
  'GenAI conventions': {
    ...genAi,
    'gen_ai.usage.input_tokens': 3210,
    'gen_ai.usage.output_tokens': 5,
    'gen_ai.usage.cache_read.input_tokens': 200,
    'gen_ai.usage.cache_creation.input_tokens': 3000,
  },
  "Anthropic's own SDK": {
    ...genAi,
    'gen_ai.usage.input_tokens': 3210,
    'gen_ai.usage.output_tokens': 5,
    'gen_ai.usage.cache_read.input_tokens': 200,
    'gen_ai.usage.cache_write.input_tokens': 3000,
  },
  "GenAI conventions, with Anthropic's own counts": {
    ...genAi,
    'gen_ai.usage.input_tokens': 10,
    'gen_ai.usage.output_tokens': 5,
    'gen_ai.usage.cache_read_input_tokens': 200,
    'gen_ai.usage.cache_creation_input_tokens': 3000,
  },
  'Pydantic AI': {
    ...genAi,
    'gen_ai.usage.input_tokens': 3210,
    'gen_ai.usage.output_tokens': 5,
    'gen_ai.usage.details.cache_read_tokens': 200,
    'gen_ai.usage.details.cache_read_input_tokens': 200,
    'gen_ai.usage.details.cache_write_tokens': 3000,
    'gen_ai.usage.details.cache_creation_input_tokens': 3000,
  },
  Traceloop: {
    'llm.request.type': 'chat',
    'gen_ai.system': 'Anthropic',
    'gen_ai.request.model': 'claude-sonnet-4',
    'gen_ai.usage.prompt_tokens': 3210,
    'gen_ai.usage.completion_tokens': 5,
    'gen_ai.usage.cache_read_input_tokens': 200,
    'gen_ai.usage.cache_creation_input_tokens': 3000,
    'llm.usage.total_tokens': 3215,
  },
  OpenInference: {
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'claude-sonnet-4',
    'llm.token_count.prompt': 3210,
    'llm.token_count.completion': 5,
    'llm.token_count.total': 3215,
    'llm.token_count.prompt_details.cache_read': 200,
    'llm.token_count.prompt_details.cache_write': 3000,
  },
  "Vercel AI SDK 5, which forwards Anthropic's counts": {
    ...vercel,
    'ai.usage.inputTokens': 10,
    'ai.usage.outputTokens': 5,
    'ai.usage.totalTokens': 15,
    'ai.usage.cachedInputTokens': 200,
    'ai.response.providerMetadata': json({ anthropic: { usage: counted, cacheCreationInputTokens: 3000 } }),
  },
  'Vercel AI SDK 5 and Bedrock': {
    ...vercel,
    'ai.model.provider': 'amazon-bedrock',
    'ai.usage.inputTokens': 10,
    'ai.usage.outputTokens': 5,
    'ai.usage.cachedInputTokens': 200,
    'ai.response.providerMetadata': json({
      bedrock: { usage: { cacheReadInputTokens: 200, cacheWriteInputTokens: 3000 } },
    }),
  },
  'Vercel AI SDK 6 and later': {
    ...vercel,
    'ai.usage.inputTokens': 3210,
    'ai.usage.outputTokens': 5,
    'ai.usage.totalTokens': 3215,
    'ai.usage.inputTokenDetails.noCacheTokens': 10,
    'ai.usage.inputTokenDetails.cacheReadTokens': 200,
    'ai.usage.inputTokenDetails.cacheWriteTokens': 3000,
    'ai.response.providerMetadata': json({ anthropic: { usage: counted } }),
  },
  "Langfuse's SDKs": {
    'langfuse.observation.type': 'generation',
    'langfuse.observation.model.name': 'claude-sonnet-4',
    'langfuse.observation.usage_details': json({
      input: 10,
      cache_read_input_tokens: 200,
      cache_creation_input_tokens: 3000,
      output: 5,
    }),
  },
  'LangSmith, from LangChain': {
    'langsmith.span.kind': 'llm',
    'langsmith.metadata.ls_provider': 'anthropic',
    'langsmith.metadata.ls_model_name': 'claude-sonnet-4',
    'gen_ai.completion': json({
      generations: [
        [
          {
            text: 'It rains.',
            message: {
              kwargs: {
                content: 'It rains.',
                usage_metadata: {
                  input_tokens: 3210,
                  output_tokens: 5,
                  input_token_details: { cache_read: 200, cache_creation: 3000 },
                },
              },
            },
          },
        ],
      ],
    }),
  },
}

suite('cache reads and writes in every style', () => {
  for (const [name, attributes] of Object.entries(spans))
    test(name, () => {
      const { call, unreadKeys } = readSpan(spanWith(attributes))
      const billed = billedUsageOf(call?.call.response)
      assert.deepEqual(
        billed && [
          billed.inputTokens,
          billed.outputTokens,
          billed.cachedInputTokens,
          billed.cacheWriteTokens,
        ],
        [3210, 5, 200, 3000],
      )
      assert.deepEqual(
        unreadKeys.filter((key) => /usage|token/.test(key)),
        [],
      )
    })

  test('instrumentations of Bedrock forward the input beside the cache', () => {
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'aws.bedrock',
      'gen_ai.request.model': 'anthropic.claude-sonnet-4-20250514-v1:0',
      'gen_ai.usage.input_tokens': 3010,
      'gen_ai.usage.output_tokens': 5,
      'gen_ai.usage.cache_read.input_tokens': 200,
    }
    for (const name of ['opentelemetry.instrumentation.bedrock', 'another']) {
      const { call } = readSpan(spanWith(attributes, { scope: { name, version: '' } }))
      const billed = billedUsageOf(call?.call.response)
      assert.deepEqual(
        [billed?.inputTokens, billed?.cachedInputTokens],
        [name === 'another' ? 3010 : 3210, 200],
      )
    }
  })

  test('Logfire around the SDK of Anthropic', () => {
    const attributes = {
      request_data: json({ model: 'claude-sonnet-4', messages: [{ role: 'user', content: 'Weather?' }] }),
      response_data: json({ message: { role: 'assistant', content: 'It rains.' }, usage: counted }),
      'gen_ai.system': 'anthropic',
    }
    const scope = { name: 'logfire.anthropic', version: '4.0.0' }
    const billed = billedUsageOf(readSpan(spanWith(attributes, { scope })).call?.call.response)
    assert.deepEqual([billed?.inputTokens, billed?.cacheWriteTokens], [3210, 3000])
  })
})
