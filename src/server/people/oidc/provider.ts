import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import type { Config } from '../../config/config.ts'
import type { SingleSignOn } from '../../config/single-sign-on.ts'
import { discover, openIdClient, providerFetch, scope } from './client.ts'

/** The state of a sign-in. A cookie has it, sealed, while the person is at the provider. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Path of the screen to return to; absent in a flow that an earlier version began. */
  readonly back?: string
}

export interface Claims {
  readonly issuer: string
  readonly subject: string
  /** Null unless the provider has verified the address. */
  readonly email: string | null
  /** The provider sent an address that it has not verified. */
  readonly hasUnverifiedEmail: boolean
  readonly name: string
}

/** The operator's identity provider. */
export class IdentityProvider {
  readonly #settings: SingleSignOn
  readonly #fetch: typeof fetch
  #discovered: Promise<Configuration> | undefined

  constructor(config: Pick<Config, 'outboundAllow'>, settings: SingleSignOn) {
    this.#settings = settings
    this.#fetch = providerFetch(config, settings)
  }

  /** The provider's URL for the browser, and the state to check on return. */
  async begin(returnTo: string, back: string): Promise<{ url: URL; flow: Flow }> {
    const oidc = await openIdClient()
    const flow = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      back,
    }
    const url = oidc.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: returnTo,
      scope,
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
    // A configuration caches the keys of the provider. A new one reads the keys that are valid now.
    this.#discovered = undefined
    const configuration = await this.#configuration()
    const tokens = await oidc.authorizationCodeGrant(configuration, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    return claimsOf(configuration, tokens)
  }

  /** Retries discovery at the next sign-in after a failure. */
  #configuration(): Promise<Configuration> {
    this.#discovered ??= discover(this.#settings, this.#fetch).catch((error) => {
      this.#discovered = undefined
      throw error
    })
    return this.#discovered
  }
}

async function claimsOf(
  configuration: Configuration,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
): Promise<Claims> {
  const token = tokens.claims()!
  const { email, email_verified, name } = await personClaims(configuration, tokens.access_token, token)
  const address = typeof email === 'string' ? email : null
  // Some providers send the claim as text.
  const isVerified = email_verified === true || email_verified === 'true'
  return {
    issuer: token.iss,
    subject: token.sub,
    email: isVerified ? address : null,
    hasUnverifiedEmail: address !== null && !isVerified,
    name: (typeof name === 'string' && name !== '' ? name : (address ?? token.sub)).slice(0, 255),
  }
}

type PersonClaims = Readonly<Record<string, unknown>>

/**
 * Providers that follow the standard to the letter leave the address out of the ID token. An address and its verification
 * come from one document.
 */
async function personClaims(
  configuration: Configuration,
  accessToken: string,
  token: PersonClaims & { readonly sub: string },
): Promise<PersonClaims> {
  if (token['email'] !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined)
    return token
  const oidc = await openIdClient()
  const { email, email_verified, name } = await oidc.fetchUserInfo(configuration, accessToken, token.sub)
  return { name: token['name'] ?? name, email, email_verified }
}
