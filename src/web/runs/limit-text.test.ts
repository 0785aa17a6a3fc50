import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitText, type ModelLimit } from './limit-text.ts'

const limit = (more: Partial<ModelLimit>): ModelLimit => ({
  provider: 'openai',
  model: 'gpt-4o',
  requests_per_second: null,
  tokens_per_second: null,
  pause_seconds: 0,
  ...more,
})

test('the longest pause holds a run back, else the lowest rate', () => {
  const slow = limit({ requests_per_second: 0.5, pause_seconds: 0.4 })
  assert.equal(limitText([]), null)
  assert.equal(
    limitText([limit({ requests_per_second: 12.4 })]),
    'Rate limit of OpenAI gpt-4o: 12 calls a second',
  )
  assert.equal(
    limitText([limit({ model: null, requests_per_second: 3 }), slow]),
    'Rate limit of OpenAI gpt-4o: 30 calls a minute',
  )
  assert.equal(
    limitText([limit({ tokens_per_second: 900 })]),
    'Rate limit of OpenAI gpt-4o: 900 tokens a second',
  )
  assert.equal(
    limitText([slow, limit({ provider: 'anthropic', model: 'opus', pause_seconds: 41 })]),
    'Rate limit of Anthropic opus: next call in 41 s',
  )
})
