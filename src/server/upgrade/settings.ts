/** Settings whose names begin with GALLEY_; docs/configuration.md explains them. */
export const settingNames: readonly string[] = [
  'GALLEY_ACCESS_LOG',
  'GALLEY_API_KEY',
  'GALLEY_DATA',
  'GALLEY_DRAIN_SECONDS',
  'GALLEY_HOST',
  'GALLEY_KEY_REQUESTS_PER_MINUTE',
  'GALLEY_LOG_LEVEL',
  'GALLEY_METRICS_PORT',
  'GALLEY_METRICS_TOKEN',
  'GALLEY_OIDC_CLIENT_ID',
  'GALLEY_OIDC_CLIENT_SECRET',
  'GALLEY_OIDC_ISSUER',
  'GALLEY_OIDC_ONLY',
  'GALLEY_OUTBOUND_ALLOW',
  'GALLEY_PORT',
  'GALLEY_ROLE',
  'GALLEY_SECRET_KEY',
  'GALLEY_SECRET_KEY_FILE',
  'GALLEY_TRUST_PROXY',
]

/** Names of the environment that look like settings and are none: misspelt, or of another version. */
export const unknownSettings = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith('GALLEY_') && !settingNames.includes(name))
    .sort()
