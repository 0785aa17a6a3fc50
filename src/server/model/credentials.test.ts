import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../engine/refusal.ts'
import { credentialsFor } from './credentials.ts'
import { readProviderEnvironment, trustedHosts } from './environment.ts'

const environment = readProviderEnvironment({
  OPENAI_API_KEY: 'sk-operator',
  OPENAI_BASE_URL: 'http://10.0.0.7:8080/v1',
  OPENAI_ORG_ID: 'org-1',
  AWS_REGION: 'eu-north-1',
  AWS_ACCESS_KEY_ID: 'AKIA',
  AWS_SECRET_ACCESS_KEY: 'secret',
  ANTHROPIC_API_KEY: '  ',
  PATH: '/bin',
})
const connection = (rest: object) => ({ name: 'ours', baseUrl: null, apiKey: null, ...rest })
const refused = (work: () => unknown, message: RegExp) =>
  assert.throws(
    work,
    (error) => error instanceof Refusal && error.code === 'invalid' && message.test(error.message),
  )

describe('credentials', () => {
  test("the operator's key is used with the operator's account and address", () => {
    assert.deepEqual(credentialsFor('openai', null, environment), {
      apiKey: 'sk-operator',
      baseUrl: 'http://10.0.0.7:8080/v1',
      isTrusted: true,
      settings: { organization: 'org-1' },
    })
    assert.deepEqual(trustedHosts(environment), ['10.0.0.7:8080'])
  })

  test("a workspace's key replaces it, without the account", () => {
    const credentials = credentialsFor('openai', connection({ apiKey: 'sk-ours' }), environment)
    assert.deepEqual([credentials.apiKey, credentials.settings, credentials.isTrusted], ['sk-ours', {}, true])
    const bedrock = credentialsFor('amazon.bedrock', connection({ apiKey: 'ours' }), environment)
    assert.deepEqual(bedrock.settings, { region: 'eu-north-1' })
  })

  test("the operator's key never goes to a workspace's address", () => {
    const address = 'https://models.example.com/v1'
    assert.deepEqual(credentialsFor('openai', connection({ baseUrl: address }), environment), {
      apiKey: null,
      baseUrl: address,
      isTrusted: false,
      settings: {},
    })
    const bedrock = credentialsFor('amazon.bedrock', connection({ baseUrl: address }), environment)
    assert.deepEqual([bedrock.apiKey, bedrock.settings], [null, { region: 'eu-north-1' }])
  })

  test('names the missing setting and where to set it', () => {
    refused(
      () => credentialsFor('anthropic', null, environment),
      /no key for Anthropic.*ANTHROPIC_API_KEY.*connection/,
    )
    refused(
      () => credentialsFor('openai.azure', null, environment),
      /Azure OpenAI has no address.*AZURE_OPENAI_ENDPOINT/,
    )
    refused(() => credentialsFor('ours', null, environment), /There is no address for ours/)
  })

  test('an account may do without a key', () => {
    const credentials = credentialsFor('amazon.bedrock', null, environment)
    assert.deepEqual(credentials.settings, {
      region: 'eu-north-1',
      accessKeyId: 'AKIA',
      secretAccessKey: 'secret',
    })
  })
})
