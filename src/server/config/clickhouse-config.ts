import { ConfigError } from './config-error.ts'

export interface ClickHouseConfig {
  /** The URL without user and password. */
  readonly url: string
  readonly user: string
  readonly password: string
  readonly database: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Null without CLICKHOUSE_URL. The variables for user, password and database override the parts of the URL. */
export function readClickHouse(environment: Environment): ClickHouseConfig | null {
  const text = environment['CLICKHOUSE_URL']
  if (!text) return null
  const url = URL.parse(text)
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  // The message does not repeat the URL, which may hold a password.
  if (!url || !isHttp || url.search !== '' || url.pathname.slice(1).includes('/'))
    throw new ConfigError('CLICKHOUSE_URL must be like https://user:password@host:8443/database.')
  return {
    url: url.origin,
    user: environment['CLICKHOUSE_USER'] || decoded(url.username) || 'default',
    password: environment['CLICKHOUSE_PASSWORD'] || decoded(url.password),
    database: environment['CLICKHOUSE_DATABASE'] || decoded(url.pathname.slice(1)) || 'default',
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new ConfigError('CLICKHOUSE_URL has a % that is not followed by two hexadecimal digits.')
  }
}
