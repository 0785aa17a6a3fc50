import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../src/server/config/config.ts'
import type { SingleSignOn } from '../../src/server/config/single-sign-on.ts'
import { changeAccount, setupCode, unlinkAccount } from '../../src/server/people/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { startWithAda, Visitor } from './support/browser-api.ts'
import { type Account, startIdentityProvider } from './support/identity-provider.ts'

const settingsOf = ({
  issuer,
  clientId,
  clientSecret,
}: Omit<SingleSignOn, 'disablesPasswords'>): SingleSignOn => ({
  issuer,
  clientId,
  clientSecret,
  disablesPasswords: false,
})
const password = 'correct horse battery'

describe('single sign-on', () => {
  let app: TestApp
  let ada: Visitor
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  before(async () => {
    provider = await startIdentityProvider()
    app = await startApp({}, { singleSignOn: settingsOf(provider) })
    provider.allow(app.baseUrl)
    ada = new Visitor(app)
    const code = await setupCode(app.context.store, Date.now())
    await ada.send('POST', '/setup', { code, name: 'Ada', email: 'ada@example.com', password })
  })
  after(async () => {
    await app.close()
    await provider.stop()
  })

  it('signs in a person by a verified address, and after that by the subject', async () => {
    const cookie = await provider.signIn(app.baseUrl, {
      sub: 'ada-1',
      email: 'Ada@example.com',
      email_verified: true,
    })
    assert.ok(cookie)
    const visitor = new Visitor(app)
    visitor.cookie = cookie
    assert.equal((await visitor.send('GET', '/session')).body.person.name, 'Ada')
    const renamed = await provider.signIn(app.baseUrl, {
      sub: 'ada-1',
      email: 'other@example.com',
      email_verified: true,
    })
    assert.ok(renamed)
  })

  it('refuses another subject with the address of an account, until the account is unlinked', async () => {
    await ada.send('POST', '/invitations', { email: 'zoe@example.com', role: 'viewer' })
    const zoe = { sub: 'zoe-1', email: 'zoe@example.com', email_verified: true, name: 'Zoe' }
    const heir = { ...zoe, sub: 'zoe-2' }
    const visitor = new Visitor(app)
    visitor.cookie = (await provider.signIn(app.baseUrl, zoe))!
    assert.equal((await provider.visit(app.baseUrl, heir)).end, '/sign-in?problem=other-person')
    assert.equal((await visitor.send('GET', '/session')).body.person.name, 'Zoe')
    await changeAccount(app.context.store, zoe.email, unlinkAccount)
    assert.equal((await visitor.send('GET', '/session')).status, 401)
    assert.equal((await provider.visit(app.baseUrl, heir)).end, '/')
    assert.equal((await provider.visit(app.baseUrl, zoe)).end, '/sign-in?problem=other-person')
  })

  it('makes an invited person a member, with the role of the invitation', async () => {
    await ada.send('POST', '/invitations', { email: 'grace@example.com', role: 'publisher' })
    const claims = { sub: 'grace-1', email: 'grace@example.com', email_verified: true, name: 'Grace' }
    const visitor = new Visitor(app)
    visitor.cookie = (await provider.signIn(app.baseUrl, claims))!
    const { body } = await visitor.send('GET', '/session')
    assert.deepEqual([body.person.name, body.role], ['Grace', 'publisher'])
    const byPassword = await new Visitor(app).send('POST', '/session', {
      email: 'grace@example.com',
      password: '',
    })
    assert.equal(byPassword.status, 401)
  })

  it('refuses unknown people and unverified addresses', async () => {
    assert.equal(
      await provider.signIn(app.baseUrl, { sub: 'eve', email: 'eve@example.com', email_verified: true }),
      null,
    )
    assert.equal(
      await provider.signIn(app.baseUrl, { sub: 'eve-2', email: 'ada@example.com', email_verified: false }),
      null,
    )
  })

  it('refuses a callback for a sign-in that this browser did not start', async () => {
    const started = await fetch(`${app.baseUrl}/auth/oidc`, { redirect: 'manual' })
    const cookie = started.headers.get('set-cookie')!.split(';')[0]!
    const forged = await fetch(`${app.baseUrl}/auth/oidc/callback?code=x&state=y`, {
      redirect: 'manual',
      headers: { cookie },
    })
    assert.match(forged.headers.get('location')!, /problem=failed/)
    const without = await fetch(`${app.baseUrl}/auth/oidc/callback?code=x&state=y`, { redirect: 'manual' })
    assert.match(without.headers.get('location')!, /problem=expired/)
    assert.equal(forged.headers.get('set-cookie'), null)
  })

  it('returns to the screen that asked for the sign-in, and to no other host', async () => {
    const claims = { sub: 'ada-1', email: 'ada@example.com', email_verified: true }
    const ends = []
    for (const back of ['/requests?request=7', 'https://example.com/', '//example.com/', '/\\example.com/']) {
      const start = `/auth/oidc?back=${encodeURIComponent(back)}`
      ends.push((await provider.visit(app.baseUrl, claims, start)).end)
    }
    assert.deepEqual(ends, ['/requests?request=7', '/', '/', '/'])
  })

  it('reads the address from the userinfo endpoint, and the keys of the provider for each sign-in', async () => {
    provider.restart({ hidesEmail: true })
    await ada.send('POST', '/invitations', { email: 'lin@example.com', role: 'viewer' })
    const claims = { sub: 'lin-1', email: 'lin@example.com', email_verified: true, name: 'Lin' }
    assert.equal((await provider.visit(app.baseUrl, claims)).end, '/')
    provider.restart()
    assert.equal((await provider.visit(app.baseUrl, claims)).end, '/')
  })

  it('names the reason of a refusal', async () => {
    const endFor = async (claims: Account) => (await provider.visit(app.baseUrl, claims)).end
    const unverified = await endFor({ sub: 'kay', email: 'kay@example.com', email_verified: false })
    await ada.send('POST', '/invitations', { email: 'max@example.com', role: 'viewer' })
    const max = { sub: 'max-1', email: 'max@example.com', email_verified: true, name: 'Max' }
    assert.equal(await endFor(max), '/')
    const { members } = (await ada.send('GET', '/members')).body
    const { id } = members.find(({ person }: { person: { name: string } }) => person.name === 'Max').person
    assert.equal((await ada.send('DELETE', `/members/${id}`)).status, 200)
    const removed = await endFor(max)
    provider.setAway(true)
    const away = await endFor(max)
    const fresh = await startApp({}, { singleSignOn: settingsOf(provider) })
    assert.equal((await provider.visit(fresh.baseUrl, max)).end, '/sign-in?problem=provider-away')
    provider.setAway(false)
    await fresh.close()
    assert.deepEqual(
      [unverified, removed, away],
      ['unverified', 'no-workspace', 'provider-away'].map((problem) => `/sign-in?problem=${problem}`),
    )
    assert.equal(await endFor({ ...max, sub: 'ada-1' }), '/')
  })

  it('can be tested without a sign-in, and the test names what to change', async () => {
    const outcomes = async (visitor: Visitor, body = {}) => {
      const { status, body: test } = await visitor.send('POST', '/sign-in-provider/test', body)
      assert.equal(status, 200)
      const checks = test.checks as { name: string; outcome: string }[]
      return { problem: test.problem, checks: checks.map(({ name, outcome }) => `${name} ${outcome}`) }
    }
    assert.deepEqual(await outcomes(ada, { opened_at: app.baseUrl }), {
      problem: null,
      checks: ['address', 'discovery', 'issuer', 'endpoints', 'keys', 'client', 'redirect'].map(
        (name) => `${name} passed`,
      ),
    })
    const behind = await outcomes(ada, { opened_at: 'https://galley.example.com' })
    assert.match(behind.problem, /its proxy reports http:.*X-Forwarded-Proto/)

    const { issuer } = provider
    const problems: Readonly<Record<string, [Partial<SingleSignOn>, RegExp]>> = {
      secret: [{ clientSecret: 'wrong' }, /refuses the client: check GALLEY_OIDC_CLIENT_ID/],
      client: [{ clientId: 'unknown' }, /refuses the client/],
      path: [{ issuer: `${issuer}/realms/none` }, /answers with status 404.*GALLEY_OIDC_ISSUER/],
      name: [{ issuer: issuer.replace('127.0.0.1', 'localhost') }, /names itself http:\/\/127/],
      away: [{ issuer: 'http://127.0.0.1:9' }, /could not be reached/],
      // Only the address of the first app is registered with the provider.
      redirect: [{}, /refuses the redirect address \(status 400\): register exactly http:/],
    }
    for (const [name, [settings, message]] of Object.entries(problems)) {
      const singleSignOn = { ...settingsOf(provider), ...settings }
      const other = await startWithAda({}, { singleSignOn })
      assert.match((await outcomes(other.visitor)).problem, message, name)
      await other.app.close()
    }
    const without = await startWithAda()
    assert.match((await outcomes(without.visitor)).problem, /^No identity provider is set/)
    await without.app.close()
  })

  it('may be the only way to sign in', async () => {
    const only = await startApp({}, { singleSignOn: { ...settingsOf(provider), disablesPasswords: true } })
    const visitor = new Visitor(only)
    const code = await setupCode(only.context.store, Date.now())
    await visitor.send('POST', '/setup', { code, name: 'Ada', email: 'ada@example.com', password })
    const { token } = (await visitor.send('POST', '/invitations', { email: 'x@example.com', role: 'viewer' }))
      .body
    const attempts = [
      await new Visitor(only).send('POST', '/session', { email: 'ada@example.com', password }),
      await new Visitor(only).send('POST', '/invitations/accept', { token, name: 'X', password }),
    ]
    assert.deepEqual(
      attempts.map(({ status }) => status),
      [403, 403],
    )
    assert.equal((await new Visitor(only).send('GET', '/setup')).body.password, false)
    await only.close()
  })

  it('is refused if the configuration is incomplete', () => {
    assert.throws(() => readConfig({ GALLEY_OIDC_ISSUER: provider.issuer }), /GALLEY_OIDC_CLIENT_ID/)
  })
})
