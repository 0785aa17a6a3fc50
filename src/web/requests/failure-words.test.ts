import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureWords } from './failure-words.ts'

test('a failure names its provider', () => {
  const title = (type: string, message: string | null = null, provider: string | null = 'openai') =>
    failureWords(type, provider, message)?.title
  assert.equal(title('PROVIDER_AUTH_ERROR'), 'OpenAI refused the key.')
  assert.equal(title('provider_auth_error', null, null), 'The provider refused the key.')
  assert.equal(title('PROVIDER_RATE_LIMIT', null, 'my-gateway'), 'The rate limit of my-gateway is reached.')
  const unreached = '10.0.0.1:443 could not be reached (ECONNREFUSED).'
  assert.equal(title('PROVIDER_ERROR', unreached), 'OpenAI cannot be reached.')
  const missing = 'OpenAI does not offer this model to this key.'
  assert.equal(title('PROVIDER_ERROR', '404 The model `none` does not exist.'), missing)
  assert.equal(title('PROVIDER_ERROR', '400 Unsupported value.'), 'OpenAI answered with an error.')
  assert.equal(title('VARIABLE_MISSING_OR_EMPTY'), undefined)
})
