import assert from 'node:assert/strict'
import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setupCode } from '../../src/server/people/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { Visitor } from './support/browser-api.ts'

const clientId = 'galley'
const clientSecret = 'a secret of the provider and Galley'
const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

type Claims = Readonly<Record<string, unknown>>
type Header = Readonly<{ alg: string; kid?: string }>

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function rsaToken(claims: Claims, key: KeyObject = own.privateKey): string {
  const text = `${encoded({ alg: 'RS256', kid: 'one' } satisfies Header)}.${encoded(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}

/** A token with an HMAC, whose key is the client secret or the text of the public key. */
function hmacToken(claims: Claims, key: string): string {
  const text = `${encoded({ alg: 'HS256' } satisfies Header)}.${encoded(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

const publicPem = own.publicKey.export({ type: 'spki', format: 'pem' }) as string

/** Valid claims in each kind of forgery. */
const forgeries: Readonly<Record<string, (claims: Claims) => string>> = {
  'another nonce': (claims) => rsaToken({ ...claims, nonce: 'of somebody else' }),
  'no nonce': ({ nonce: _, ...claims }) => rsaToken(claims),
  'another issuer': (claims) => rsaToken({ ...claims, iss: 'https://accounts.example.com' }),
  'another audience': (claims) => rsaToken({ ...claims, aud: 'another client' }),
  'a second audience without a party': (claims) =>
    rsaToken({ ...claims, aud: [clientId, 'another'], azp: 'another' }),
  'an end in the past': (claims) => rsaToken({ ...claims, exp: 1_000_000_000, iat: 999_999_000 }),
  'no subject': ({ sub: _, ...claims }) => rsaToken(claims),
  'a foreign key': (claims) => rsaToken(claims, foreign.privateKey),
  'the secret as key': (claims) => hmacToken(claims, clientSecret),
  'the public key as secret': (claims) => hmacToken(claims, publicPem),
  'no signature': (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
}

/** A token without the e-mail address that claims a verified one; the userinfo endpoint has the address. */
const withoutAddress = ({ email: _, ...claims }: Claims) => rsaToken({ ...claims, sub: 'eve-1' })

describe('a sign-in with a forged token', () => {
  let app: TestApp
  let issuer: string
  let nonce = ''
  const server = createServer(async (request, response) => {
    const answer = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      })
    if (request.url === '/keys')
      return answer({
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
      })
    if (request.url === '/userinfo')
      return answer({ sub: 'eve-1', email: 'ada@example.com', email_verified: false })
    let form = ''
    for await (const part of request) form += part
    const code = new URLSearchParams(form).get('code')!
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: 'ada-1',
      nonce,
      iat: now,
      exp: now + 60,
      email: 'ada@example.com',
      email_verified: true,
    }
    const token = code === 'without address' ? withoutAddress : (forgeries[code] ?? rsaToken)
    const id_token = token(claims)
    return answer({ access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token })
  })
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    app = await startApp({}, { singleSignOn: { issuer, clientId, clientSecret, disablesPasswords: false } })
    const code = await setupCode(app.context.store, Date.now())
    const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
    await new Visitor(app).send('POST', '/setup', { code, ...person })
  })
  after(async () => {
    await app.close()
    server.closeAllConnections()
    server.close()
  })

  async function begin() {
    const started = await fetch(`${app.baseUrl}/auth/oidc`, { redirect: 'manual' })
    const { searchParams } = new URL(started.headers.get('location')!)
    nonce = searchParams.get('nonce')!
    return { cookie: started.headers.get('set-cookie')!.split(';')[0]!, state: searchParams.get('state')! }
  }

  /** The target of the redirect, and whether the answer sets a session cookie. */
  async function finish(code: string, { cookie, state }: { cookie: string; state: string }, iss = issuer) {
    const query = new URLSearchParams({ code, state, iss })
    const callback = await fetch(`${app.baseUrl}/auth/oidc/callback?${query}`, {
      redirect: 'manual',
      headers: { cookie },
    })
    const isSignedIn = callback.headers.getSetCookie().some((set) => /^__Host-galley=[^;]/.test(set))
    return { location: callback.headers.get('location'), isSignedIn }
  }
  const refused = { location: '/sign-in?problem=failed', isSignedIn: false }

  it('is accepted if the token is genuine', async () => {
    assert.deepEqual(await finish('right', await begin()), { location: '/', isSignedIn: true })
  })

  for (const forgery of Object.keys(forgeries))
    it(`is refused with ${forgery}`, async () => {
      assert.deepEqual(await finish(forgery, await begin()), refused)
    })

  it('is refused when the userinfo endpoint has not verified the address', async () => {
    const unverified = { location: '/sign-in?problem=unverified', isSignedIn: false }
    assert.deepEqual(await finish('without address', await begin()), unverified)
  })

  it('is refused when another provider gave the answer', async () => {
    assert.deepEqual(await finish('right', await begin(), 'https://accounts.example.com'), refused)
  })

  it('is refused with the state of another browser', async () => {
    const hers = await begin()
    const mine = await begin()
    assert.deepEqual(await finish('right', { cookie: mine.cookie, state: hers.state }), refused)
  })

  it('is refused with a cookie that was changed', async () => {
    const { cookie, state } = await begin()
    // Not the last character, because some of its bits are ignored in base64.
    const changed = `${cookie.slice(0, -9)}${cookie.at(-9) === 'A' ? 'B' : 'A'}${cookie.slice(-8)}`
    const { isSignedIn } = await finish('right', { cookie: changed, state })
    assert.equal(isSignedIn, false)
  })
})
