/** All settings of Galley and of ClickHouse; docs/configuration.md explains them. */
export const settingNames: readonly string[] = [
  'CLICKHOUSE_DATABASE',
  'CLICKHOUSE_PASSWORD',
  'CLICKHOUSE_URL',
  'CLICKHOUSE_USER',
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
  'GALLEY_OTLP_GRPC_PORT',
  'GALLEY_OUTBOUND_ALLOW',
  'GALLEY_PORT',
  'GALLEY_ROLE',
  'GALLEY_S3_ACCESS_KEY_ID',
  'GALLEY_S3_BUCKET',
  'GALLEY_S3_ENDPOINT',
  'GALLEY_S3_MOVE_AFTER',
  'GALLEY_S3_PREFIX',
  'GALLEY_S3_REGION',
  'GALLEY_S3_SECRET_ACCESS_KEY',
  'GALLEY_SECRET_KEY',
  'GALLEY_SECRET_KEY_FILE',
  'GALLEY_STOP_SECONDS',
  'GALLEY_TRUST_PROXY',
]

/**
 * Environment variables that look like settings and are none, because they are misspelt or of another version. Only
 * GALLEY_* counts, because Kubernetes sets CLICKHOUSE_* for a service of that name.
 */
export const unknownSettings = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith('GALLEY_') && !settingNames.includes(name))
    .sort()
