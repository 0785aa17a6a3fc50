import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Wire, wireOf } from './index.ts'

const cases: [provider: string, name: string, apiType: string | null, wire: Wire][] = [
  ['openai', 'gpt-4o', null, 'openai-chat'],
  ['openai', 'gpt-4o', 'chat.completions', 'openai-chat'],
  ['openai', 'gpt-4o', 'responses', 'openai-responses'],
  ['openai.azure', 'gpt-4o', 'responses', 'openai-responses'],
  ['openai', 'gpt-image-1', 'images', 'openai-images'],
  ['anthropic', 'claude', null, 'anthropic'],
  ['anthropic.bedrock', 'anthropic.claude', null, 'anthropic'],
  ['vertexai', 'claude-sonnet-4@20250514', null, 'anthropic'],
  ['vertexai', 'gemini-2.5-pro', null, 'google'],
  ['google', 'gemini-2.5-pro', null, 'google'],
  ['amazon.bedrock', 'anthropic.claude', null, 'bedrock'],
  ['mistral', 'mistral-large', null, 'mistral'],
  ['cohere', 'command-a', null, 'cohere'],
  ['huggingface', 'gpt2', null, 'huggingface'],
  ['openrouter', 'x/y', 'chat', 'openai-chat'],
  ['constructor', 'x', null, 'openai-chat'],
]
for (const [provider, name, api_type, wire] of cases) {
  test(`${provider} ${name} ${api_type ?? ''} uses ${wire}`, () =>
    assert.equal(wireOf({ provider, name, api_type }), wire))
}
