import type { SingleSignOn } from '../../config/single-sign-on.ts'
import { type Check, failed, passed, unknown } from './check.ts'
import { discover, openIdClient, scope } from './client.ts'
import { reasonOf } from './document-checks.ts'

/** The provider refuses a made-up code in any case: with `invalid_client` if ID or secret are wrong. */
export async function clientCheck(
  fetch: typeof globalThis.fetch,
  settings: SingleSignOn,
  redirectAddress: string,
): Promise<Check> {
  const oidc = await openIdClient()
  try {
    await oidc.genericGrantRequest(await discover(settings, fetch), 'authorization_code', {
      code: 'a-test-by-galley',
      redirect_uri: redirectAddress,
      code_verifier: oidc.randomPKCECodeVerifier(),
    })
  } catch (error) {
    return clientCheckOf(error)
  }
  return unknown(
    'client',
    'The token endpoint accepted a made-up code: only a sign-in shows if the secret is right.',
  )
}

function clientCheckOf(error: unknown): Check {
  const { error: code, status } = error as { error?: unknown; status?: unknown }
  if (code === 'invalid_grant') return passed('client', 'The provider accepts client ID and secret.')
  if (code === 'invalid_client' || status === 401)
    return failed(
      'client',
      'The provider refuses the client: check GALLEY_OIDC_CLIENT_ID and GALLEY_OIDC_CLIENT_SECRET.',
    )
  if (code === 'unauthorized_client')
    return failed('client', 'The client may not use the authorization code flow: allow it at the provider.')
  const reason = typeof code === 'string' ? `answers ${code}` : 'gives no clear answer'
  return unknown('client', `The token endpoint ${reason}: only a sign-in shows if the secret is right.`)
}

/** With `prompt=none` a provider answers without a page, at the redirect address if it is registered. */
export async function redirectCheck(
  fetch: typeof globalThis.fetch,
  settings: SingleSignOn,
  redirectAddress: string,
): Promise<Check> {
  const oidc = await openIdClient()
  const url = oidc.buildAuthorizationUrl(await discover(settings, fetch), {
    redirect_uri: redirectAddress,
    scope,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
    prompt: 'none',
  })
  try {
    const { status, headers, body } = await fetch(url, { redirect: 'manual' })
    await body?.cancel()
    return redirectCheckOf(status, headers.get('location'), redirectAddress)
  } catch (error) {
    return failed('redirect', `The sign-in page cannot be reached: ${reasonOf(error)}`)
  }
}

/** Error codes with which a provider rejects a wrong request. With other codes, such as `login_required`, the request was right. */
const requestErrors: ReadonlySet<string | null> = new Set([
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_response_type',
])

function redirectCheckOf(status: number, location: string | null, redirectAddress: string): Check {
  if (location?.startsWith(redirectAddress)) {
    const { searchParams } = new URL(location)
    const error = searchParams.get('error')
    return requestErrors.has(error)
      ? failed(
          'redirect',
          `The provider refuses the sign-in: ${searchParams.get('error_description') ?? error}.`,
        )
      : passed('redirect', `The provider sends people back to ${redirectAddress}.`)
  }
  return status >= 400 && status < 500
    ? failed(
        'redirect',
        `The provider refuses the redirect address (status ${status}): register exactly ${redirectAddress} there.`,
      )
    : unknown(
        'redirect',
        `The provider shows its sign-in page: only a sign-in shows if ${redirectAddress} is registered.`,
      )
}
