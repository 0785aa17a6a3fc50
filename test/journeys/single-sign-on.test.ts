import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../src/server/config.ts'
import { setupCode } from '../../src/server/people/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { Visitor } from './support/browser-api.ts'
import { startIdentityProvider } from './support/identity-provider.ts'

const password = 'correct horse battery'

describe('single sign-on', () => {
  let app: TestApp
  let ada: Visitor
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  before(async () => {
    provider = await startIdentityProvider()
    const { issuer, clientId, clientSecret } = provider
    app = await startApp({}, { singleSignOn: { issuer, clientId, clientSecret, only: false } })
    provider.allow(app.baseUrl)
    ada = new Visitor(app)
    const code = await setupCode(app.context.store, Date.now())
    await ada.send('POST', '/setup', { code, name: 'Ada', email: 'ada@example.com', password })
  })
  after(async () => {
    await app.close()
    await provider.stop()
  })

  it('signs in a person by a verified address, and by the subject from then on', async () => {
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

  it('refuses an answer that this browser did not ask for', async () => {
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

  it('may be the only way in', async () => {
    const { issuer, clientId, clientSecret } = provider
    const only = await startApp({}, { singleSignOn: { issuer, clientId, clientSecret, only: true } })
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

  it('is refused half configured', () => {
    assert.throws(() => readConfig({ GALLEY_OIDC_ISSUER: provider.issuer }), /GALLEY_OIDC_CLIENT_ID/)
  })
})
