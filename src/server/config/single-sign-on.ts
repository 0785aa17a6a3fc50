import { ConfigError } from './config-error.ts'

/** The operator's identity provider. Its address is trusted, as all settings of the server are. */
export interface SingleSignOn {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** True: sign-in by password is off. */
  readonly disablesPasswords: boolean
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
  return { issuer, clientId, clientSecret, disablesPasswords: environment['GALLEY_OIDC_ONLY'] === '1' }
}
