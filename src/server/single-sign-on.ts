import { ConfigError } from './config-error.ts'

/** The operator's identity provider, whose address is trusted like every server setting. */
export interface SingleSignOn {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** True: no sign-in by password. */
  readonly only: boolean
}

export function readSingleSignOn(
  environment: Readonly<Record<string, string | undefined>>,
): SingleSignOn | null {
  const issuer = environment['GALLEY_OIDC_ISSUER']
  if (!issuer) return null
  const [clientId, clientSecret] = [
    environment['GALLEY_OIDC_CLIENT_ID'],
    environment['GALLEY_OIDC_CLIENT_SECRET'],
  ]
  if (!clientId || !clientSecret)
    throw new ConfigError(
      'GALLEY_OIDC_ISSUER needs GALLEY_OIDC_CLIENT_ID and GALLEY_OIDC_CLIENT_SECRET beside it.',
    )
  if (!URL.canParse(issuer)) throw new ConfigError(`GALLEY_OIDC_ISSUER must be a URL, not "${issuer}".`)
  return { issuer, clientId, clientSecret, only: environment['GALLEY_OIDC_ONLY'] === '1' }
}
