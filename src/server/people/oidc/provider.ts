import type { Configuration } from 'openid-client'
import type { Config } from '../../config.ts'
import { lazyGuardedFetch } from '../../edge/index.ts'
import type { SingleSignOn } from '../../single-sign-on.ts'

/** The state of a sign-in. A cookie has it, sealed, while the person is at the provider. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Claims {
  readonly issuer: string
  readonly subject: string
  /** Null unless the provider has verified the address. */
  readonly email: string | null
  readonly name: string
}

/** Loaded on demand, because most servers do not use it. */
const openIdClient = () => import('openid-client')
const fetchLimits = { timeoutMs: 10_000, maxResponseBytes: 1024 * 1024 }

/** The operator's identity provider. The operator configured its host, so the host may be private. */
export class IdentityProvider {
  readonly #settings: SingleSignOn
  readonly #fetch: typeof fetch
  #discovered: Promise<Configuration> | undefined

  constructor({ outboundAllow }: Pick<Config, 'outboundAllow'>, settings: SingleSignOn) {
    this.#settings = settings
    const allow = [...outboundAllow, new URL(settings.issuer).hostname]
    this.#fetch = lazyGuardedFetch({ allow }).asFetch(fetchLimits)
  }

  /** Returns the provider's URL for the browser, and the state that is checked when the browser returns. */
  async begin(returnTo: string): Promise<{ url: URL; flow: Flow }> {
    const oidc = await openIdClient()
    const flow = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }
    const url = oidc.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: returnTo,
      scope: 'openid email profile',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    })
    return { url, flow }
  }

  /** @throws if state, nonce, verifier, signature or times are wrong. */
  async finish(returned: URL, { state, nonce, verifier }: Flow): Promise<Claims> {
    const oidc = await openIdClient()
    const tokens = await oidc.authorizationCodeGrant(await this.#configuration(), returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    const email = typeof claims['email'] === 'string' ? claims['email'] : null
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: claims['email_verified'] === true ? email : null,
      name:
        typeof claims['name'] === 'string' && claims['name'] !== '' ? claims['name'] : (email ?? 'Somebody'),
    }
  }

  /** Reads the provider's configuration. After a failure the next sign-in tries again. */
  #configuration(): Promise<Configuration> {
    this.#discovered ??= this.#discover().catch((error) => {
      this.#discovered = undefined
      throw error
    })
    return this.#discovered
  }

  async #discover(): Promise<Configuration> {
    const oidc = await openIdClient()
    const { issuer, clientId, clientSecret } = this.#settings
    const isPlain = issuer.startsWith('http:')
    return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [oidc.customFetch]: this.#fetch as never,
      // Without this the library would trust the connection and not check the signature.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    })
  }
}
