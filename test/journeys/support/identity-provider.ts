import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface Account {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly name?: string
}

const clientId = 'galley'
const clientSecret = 'a secret of the provider and Galley'
const hops = 10

interface Behaviour {
  /** True: only the answer of the userinfo endpoint has the e-mail address, as the standard permits. */
  readonly hidesEmail?: boolean
}

/** A new signing key of the provider. */
const newKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: randomUUID(),
  use: 'sig',
})

/** A real OpenID provider on loopback that signs in every visitor as the current account. */
export async function startIdentityProvider() {
  let account: Account = { sub: 'nobody', email: '', email_verified: false }
  let provider: Provider | undefined
  const server = createServer((request, response) => {
    if (isAway && !/^\/(auth|interaction)/.test(request.url ?? '')) return response.writeHead(503).end()
    if (!request.url?.startsWith('/interaction/')) return provider!.callback()(request, response)
    void provider!.interactionFinished(request, response, { login: { accountId: account.sub } })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let isAway = false
  let redirects: readonly string[] = ['http://127.0.0.1/auth/oidc/callback']
  const open = ({ hidesEmail = false }: Behaviour = {}) => {
    provider = new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirects }],
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: hidesEmail,
      jwks: { keys: [newKey()] },
      findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => account }),
      cookies: { keys: ['a key of the test'] },
      async loadExistingGrant({
        oidc,
      }: {
        oidc: { client: { clientId: string }; session: { accountId: string } }
      }) {
        const grant = new provider!.Grant({
          accountId: oidc.session.accountId,
          clientId: oidc.client.clientId,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
  }
  open()

  return {
    issuer,
    clientId,
    clientSecret,
    allow(baseUrl: string) {
      redirects = [`${baseUrl}/auth/oidc/callback`]
      open()
    },
    /** Restarts with a new signing key. */
    restart: open,
    /** While the provider is away, it answers only the pages for people. */
    setAway(value: boolean) {
      isAway = value
    },
    /** Signs in the next visitors as this account. */
    become(next: Account) {
      account = next
    },
    /** The cookie of Galley's session, or null after a refusal. */
    async signIn(baseUrl: string, as: Account): Promise<string | null> {
      return (await this.visit(baseUrl, as)).cookie
    },
    /** The steps of a browser, to the screen where they end. */
    async visit(baseUrl: string, as: Account, start = '/auth/oidc') {
      account = as
      const jar = new Map<string, Map<string, string>>()
      let url = new URL(start, baseUrl)
      for (let hop = 0; hop < hops; hop++) {
        const cookies = jar.get(url.origin) ?? new Map<string, string>()
        jar.set(url.origin, cookies)
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const set of answer.headers.getSetCookie()) {
          const [name, value] = set.split(';')[0]!.split(/=(.*)/s)
          if (value) cookies.set(name!, value)
          else cookies.delete(name!)
        }
        const location = answer.headers.get('location')
        if (!location) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`)
        url = new URL(location, url)
        if (url.origin !== new URL(baseUrl).origin || url.pathname.startsWith('/auth/')) continue
        const session = cookies.get('__Host-galley')
        return { cookie: session ? `__Host-galley=${session}` : null, end: url.pathname + url.search }
      }
      throw new Error('The redirects do not end.')
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
