import type { SingleSignOn } from '../../config/single-sign-on.ts'
import type { Handler } from '../../http/handler.ts'
import { type Check, failed, passed } from './check.ts'
import { callbackPath, providerFetch } from './client.ts'
import { clientCheck, redirectCheck } from './client-checks.ts'
import { endpointsCheck, issuerCheck, keysCheck, readDocument } from './document-checks.ts'

export const testSignInProvider: Handler<'testSignInProvider'> = async ({ config }, { body, visitor }) => {
  const { singleSignOn } = config
  const redirectAddress = `${visitor.origin}${callbackPath}`
  const checks = singleSignOn
    ? [
        addressCheck(visitor.origin, body.opened_at ?? null),
        ...(await providerChecks(providerFetch(config, singleSignOn), singleSignOn, redirectAddress)),
      ]
    : [
        failed(
          'settings',
          'No identity provider is set: the operator sets GALLEY_OIDC_ISSUER, GALLEY_OIDC_CLIENT_ID and GALLEY_OIDC_CLIENT_SECRET.',
        ),
      ]
  return {
    success: true,
    issuer: singleSignOn?.issuer ?? null,
    redirect_address: redirectAddress,
    problem: checks.find(({ outcome }) => outcome === 'failed')?.message ?? null,
    checks,
  }
}

/** A proxy that hides the public address makes Galley send a redirect address that the provider refuses. */
function addressCheck(own: string, openedAt: string | null): Check {
  return openedAt !== null && openedAt !== own
    ? failed(
        'address',
        `Galley is open at ${openedAt}, but its proxy reports ${own}: let the proxy pass on the headers Host and X-Forwarded-Proto.`,
      )
    : passed('address', `Galley sends people back to ${own}.`)
}

async function providerChecks(
  fetch: typeof globalThis.fetch,
  settings: SingleSignOn,
  redirectAddress: string,
): Promise<Check[]> {
  const discovery = await readDocument(fetch, settings.issuer)
  if ('problem' in discovery) return [failed('discovery', discovery.problem)]
  const { document } = discovery
  const documentChecks = [
    passed('discovery', 'The provider answers with its discovery document.'),
    issuerCheck(document, settings.issuer),
    endpointsCheck(document, settings.issuer.startsWith('http:')),
  ]
  if (documentChecks.some(({ outcome }) => outcome === 'failed')) return documentChecks
  return [
    ...documentChecks,
    await keysCheck(fetch, String(document['jwks_uri'])),
    await clientCheck(fetch, settings, redirectAddress),
    await redirectCheck(fetch, settings, redirectAddress),
  ]
}
