import type { ClientAuth, Configuration } from 'openid-client'
import type { Config } from '../../config/config.ts'
import type { SingleSignOn } from '../../config/single-sign-on.ts'
import { lazyGuardedFetch } from '../../edge/index.ts'

export const callbackPath = '/auth/oidc/callback'
export const scope = 'openid email profile'

/** Loaded on demand, because most servers do not use it. */
export const openIdClient = () => import('openid-client')

const fetchLimits = { timeoutMs: 10_000, maxResponseBytes: 1024 * 1024 }

/** The provider's host may be private, because the operator configured it. */
export function providerFetch(
  { outboundAllow }: Pick<Config, 'outboundAllow'>,
  { issuer }: SingleSignOn,
): typeof fetch {
  return lazyGuardedFetch({ allow: [...outboundAllow, new URL(issuer).hostname] }).asFetch(fetchLimits)
}

export async function discover(
  { issuer, clientId, clientSecret }: SingleSignOn,
  fetch: typeof globalThis.fetch,
): Promise<Configuration> {
  const oidc = await openIdClient()
  const isPlain = issuer.startsWith('http:')
  const byBasic = oidc.ClientSecretBasic(clientSecret)
  const byPost = oidc.ClientSecretPost(clientSecret)
  /** OpenID Connect Discovery: a provider that lists no method supports `client_secret_basic`. */
  const authenticate: ClientAuth = (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? byPost : byBasic)(
      server,
      ...rest,
    )
  return oidc.discovery(new URL(issuer), clientId, undefined, authenticate, {
    [oidc.customFetch]: fetch as never,
    // By default the library trusts the connection and does not verify the signature.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  })
}
