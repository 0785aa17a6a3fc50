import assert from 'node:assert/strict'
import { createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createGuardedFetch, type GuardedFetch } from '../../src/server/edge/index.ts'
import { ModelFailure } from '../../src/server/model/index.ts'
import type { Credentials, ModelCall, ProviderDependencies } from '../../src/server/model/provider.ts'
import { createProviders, type Providers } from '../../src/server/model/providers.ts'
import { type FakeModels, startFakeModels } from '../fake-models/index.ts'
import { type OtherWire, otherWires, request } from './others.ts'

const operatorSecret = 'operator-secret-0123456789'
const variables = {
  ANTHROPIC_API_KEY: operatorSecret,
  ANTHROPIC_AUTH_TOKEN: operatorSecret,
  ANTHROPIC_CUSTOM_HEADERS: `X-Corporate: ${operatorSecret}`,
  GOOGLE_API_KEY: operatorSecret,
  GEMINI_API_KEY: operatorSecret,
  MISTRAL_API_KEY: operatorSecret,
  CO_API_KEY: operatorSecret,
  HF_TOKEN: operatorSecret,
  AWS_BEARER_TOKEN_BEDROCK: operatorSecret,
  AWS_ACCESS_KEY_ID: operatorSecret,
  AWS_SECRET_ACCESS_KEY: operatorSecret,
  AWS_SESSION_TOKEN: operatorSecret,
}

describe('which key is sent to which address', () => {
  let fake: FakeModels
  let elsewhere: FakeModels
  let guarded: GuardedFetch
  let providers: Providers
  let clock = Date.now()
  const before_ = { ...process.env }
  before(async () => {
    fake = await startFakeModels()
    elsewhere = await startFakeModels()
    guarded = createGuardedFetch({ allow: ['127.0.0.1'] })
    const limits = { timeoutMs: 5_000, maxResponseBytes: 1_000_000 }
    const dependencies: ProviderDependencies = {
      fetchFor: () => guarded.asFetch(limits),
      sendFor: () => (url, request) => guarded.fetch(url, { ...request, ...limits }),
      now: () => clock,
    }
    providers = createProviders(dependencies)
    Object.assign(process.env, variables)
  })
  after(async () => {
    for (const name of Object.keys(variables)) delete process.env[name]
    Object.assign(process.env, before_)
    await guarded.close()
    await fake.close()
    await elsewhere.close()
  })

  const callOf = (wire: OtherWire, credentials: Partial<Credentials>, kwargs: object = {}): ModelCall => {
    const call = request(wire)
    return {
      provider: wire.provider,
      model: wire.model,
      apiType: null,
      kwargs: { ...call.kwargs, ...kwargs },
      credentials: {
        apiKey: 'workspace-key-0123456789',
        baseUrl: fake.provider(wire.fake).baseUrl,
        isTrusted: false,
        settings: {},
        ...credentials,
      },
      signal: AbortSignal.timeout(5_000),
    }
  }
  const ask = async (call: ModelCall) => (await providers(call)).call(call)
  const failureOf = (call: ModelCall): Promise<ModelFailure> =>
    ask(call).then(
      () => assert.fail('it succeeded'),
      (error) => (error instanceof ModelFailure ? error : assert.fail(error)),
    )
  const lastHeaders = (wire: OtherWire) => JSON.stringify(fake.provider(wire.fake).lastCall().headers)

  for (const [name, wire] of Object.entries(otherWires)) {
    const apiKey = name === 'claude on vertex' ? 'ya29.workspace-0123456789' : 'workspace-key-0123456789'
    const settings = { project: 'p', location: 'europe-west1' }

    it(`${name}: the workspace's key alone goes to the workspace's address`, async () => {
      await ask(callOf(wire, { apiKey, settings }))
      assert.ok(!lastHeaders(wire).includes(operatorSecret), lastHeaders(wire))
      assert.ok(lastHeaders(wire).includes(apiKey), lastHeaders(wire))
    })

    it(`${name}: without a key no credentials of the operator are sent`, async () => {
      const calls = fake.calls.length
      const outcome = await ask(callOf(wire, { apiKey: null, settings })).catch((error: unknown) => error)
      if (fake.calls.length === calls)
        assert.equal((outcome as ModelFailure).errorType, 'PROVIDER_AUTH_ERROR')
      else assert.ok(!lastHeaders(wire).includes(operatorSecret), lastHeaders(wire))
    })

    it(`${name}: a template does not choose where a key goes`, async () => {
      const there = elsewhere.provider(wire.fake).baseUrl
      const httpOptions = { baseUrl: there, base_url: there, headers: { 'x-stolen': '1' } }
      await ask(
        callOf(
          wire,
          { apiKey, settings },
          {
            baseURL: there,
            base_url: there,
            apiKey: 'mine',
            endpointUrl: there,
            accessToken: 'mine',
            serverURL: there,
            generation_config: { http_options: httpOptions, httpOptions },
          },
        ),
      ).catch((error: unknown) => assert.ok(error instanceof ModelFailure, String(error)))
      assert.equal(elsewhere.calls.length, 0)
      assert.ok(!lastHeaders(wire).includes('x-stolen'))
    })

    it(`${name}: a key that the provider quotes is masked`, async () => {
      fake.provider(wire.fake).failNext('bad_key')
      const failure = await failureOf(callOf(wire, { apiKey, settings }))
      assert.equal(failure.errorType, 'PROVIDER_AUTH_ERROR')
      assert.ok(!failure.message.includes(apiKey))
    })
  }

  it('a region or location that would make another host is refused', async () => {
    const bedrock = otherWires['bedrock']!
    const region = 'x.evil.example/#'
    const fromSettings = await failureOf(callOf(bedrock, { baseUrl: null, settings: { region } }))
    assert.equal(fromSettings.errorType, 'PROVIDER_AUTH_ERROR')
    const fromRegion = await failureOf(callOf(bedrock, { baseUrl: null }, { aws_region: region }))
    assert.equal(fromRegion.errorType, 'PROVIDER_AUTH_ERROR')
    const vertex = callOf(otherWires['claude on vertex']!, {
      baseUrl: null,
      apiKey: 'ya29.token',
      settings: { project: 'p', location: 'evil.example/x' },
    })
    assert.equal((await failureOf(vertex)).errorType, 'PROVIDER_AUTH_ERROR')
  })

  it('an access key signs calls to Bedrock and is sent nowhere', async () => {
    const settings = {
      region: 'eu-west-1',
      accessKeyId: 'AKIAEXAMPLE',
      secretAccessKey: 'secret-0123456789abcdef',
      sessionToken: 'session-token',
    }
    for (const name of ['bedrock', 'claude on bedrock']) {
      const wire = otherWires[name]!
      await ask(callOf(wire, { apiKey: null, settings }))
      const { headers } = fake.provider(wire.fake).lastCall()
      const { authorization = '' } = headers
      assert.match(authorization, /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d{8}\/eu-west-1\/bedrock\//)
      const signed = /SignedHeaders=([^,]+)/.exec(authorization)![1]!.split(';')
      for (const header of signed)
        assert.ok(headers[header] !== undefined, `${header} is signed and not sent`)
      assert.equal(headers['x-amz-security-token'], 'session-token')
      assert.ok(!JSON.stringify(headers).includes('secret-0123456789abcdef'))
    }
  })

  it('keys among the arguments are the client’s and are not in the body', async () => {
    for (const name of ['bedrock', 'claude on bedrock']) {
      const wire = otherWires[name]!
      const own = {
        aws_access_key: 'AKIAOWN',
        aws_secret_key: 'own-secret-0123456789',
        aws_region: 'us-west-2',
      }
      await ask(callOf(wire, { apiKey: null }, own))
      const { headers, bytes } = fake.provider(wire.fake).lastCall()
      assert.match(headers.authorization ?? '', /Credential=AKIAOWN\/\d{8}\/us-west-2/)
      assert.ok(!bytes.toString().includes('own-secret'))
    }
  })

  it('the credentials file of the operator is exchanged for a token, kept for its life', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'galley-credentials-'))
    t.after(() => rm(folder, { recursive: true }))
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const file = join(folder, 'service-account.json')
    const token_uri = `${fake.provider('vertex').baseUrl}/token`
    const account = {
      type: 'service_account',
      client_email: 'galley@example.iam.gserviceaccount.com',
      private_key_id: 'k1',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri,
    }
    await writeFile(file, JSON.stringify(account))
    const settings = { project: 'p', location: 'europe-west1', credentialsFile: file }
    const exchanges = () => fake.provider('vertex').calls.filter(({ path }) => path === '/token')
    const begun = exchanges().length
    for (const name of ['gemini on vertex', 'claude on vertex']) {
      await ask(callOf(otherWires[name]!, { apiKey: null, settings, isTrusted: true }))
      assert.equal(fake.provider('vertex').lastCall().headers.authorization, 'Bearer ya29.fake-token')
    }
    // Each of the two providers exchanges its own token once at most.
    assert.ok(exchanges().length - begun <= 2)
    const form = new URLSearchParams(exchanges().at(-1)!.bytes.toString())
    const [head, claim, signature] = form.get('assertion')!.split('.')
    const verify = createVerify('RSA-SHA256').update(`${head}.${claim}`)
    assert.ok(verify.verify(publicKey, signature!, 'base64url'))
    const claims = JSON.parse(Buffer.from(claim!, 'base64url').toString())
    assert.equal(claims.iss, account.client_email)
    assert.equal(claims.aud, token_uri)

    const sofar = exchanges().length
    await ask(callOf(otherWires['gemini on vertex']!, { apiKey: null, settings, isTrusted: true }))
    assert.equal(exchanges().length, sofar)
    clock += 3_600_000
    await ask(callOf(otherWires['gemini on vertex']!, { apiKey: null, settings, isTrusted: true }))
    assert.equal(exchanges().length, sofar + 1)

    const person = {
      type: 'authorized_user',
      client_id: 'c',
      client_secret: 's',
      refresh_token: 'r',
      token_uri,
    }
    const login = join(folder, 'login.json')
    await writeFile(login, JSON.stringify(person))
    const own = { ...settings, credentialsFile: login }
    await ask(callOf(otherWires['gemini on vertex']!, { apiKey: null, settings: own, isTrusted: true }))
    assert.match(exchanges().at(-1)!.bytes.toString(), /grant_type=refresh_token.*refresh_token=r/)

    const withoutFile = { ...settings, credentialsFile: join(folder, 'none.json') }
    const failure = await failureOf(
      callOf(otherWires['gemini on vertex']!, { apiKey: null, settings: withoutFile, isTrusted: true }),
    )
    assert.equal(failure.errorType, 'PROVIDER_AUTH_ERROR')
    assert.ok(!failure.message.includes(folder))
  })
})
