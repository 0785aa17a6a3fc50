import { resolve } from 'node:path'
import { maxRequestsPerMinute } from '../../contract/index.ts'
import { parseOutboundAllow } from '../edge/index.ts'
import { type LogLevel, logLevels } from '../log.ts'
import { type ProviderEnvironment, readProviderEnvironment } from '../model/index.ts'
import { type BodyStorageSettings, readBodyStorage } from './body-storage-settings.ts'
import { type ClickHouseConfig, readClickHouse } from './clickhouse-config.ts'
import { ConfigError } from './config-error.ts'
import { readSingleSignOn, type SingleSignOn } from './single-sign-on.ts'
import { readTrustProxy, type TrustProxy } from './trust-proxy.ts'

export { ConfigError }

export const roles = ['all', 'api', 'worker'] as const
export type Role = (typeof roles)[number]
const sandboxModes = ['usual', 'strict'] as const

export interface Config {
  readonly port: number
  readonly host: string
  readonly folder: string
  readonly databaseUrl: string | null
  /** ClickHouse, for the copy of the request log; null without a copy. */
  readonly clickhouse: ClickHouseConfig | null
  /** The object storage that bodies of requests move to; null: bodies stay in the database. */
  readonly bodyStorage: BodyStorageSettings | null
  readonly role: Role
  /** The key that the default workspace gets at the first start. */
  readonly firstKey: string | null
  readonly logLevel: LogLevel
  /** True: print one JSON line per call. */
  readonly accessLog: boolean
  /** A separate port for /metrics, on `host`; null: the main port. */
  readonly metricsPort: number | null
  /** The port of OTLP over gRPC; null: OTLP over HTTP only. */
  readonly otlpGrpcPort: number | null
  /** Bearer token of /metrics on the main port. */
  readonly metricsToken: string | null
  /**
   * Seconds between a stop signal and closing, so that load balancers see the 503 of /readyz and send no more calls.
   */
  readonly drainSeconds: number
  /** Seconds after `drainSeconds` in which calls of clients and model calls of jobs may end before they are aborted. */
  readonly stopSeconds: number
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: TrustProxy
  /** Calls per minute of a key without its own limit; null: unlimited. */
  readonly keyRequestsPerMinute: number | null
  /** True: run code only in a sandbox of the operating system. */
  readonly strictSandbox: boolean
  /**
   * The key that seals secrets. Without `secretKey` and `secretKeyFile`, the server generates a key in the data folder.
   */
  readonly secretKey: string | null
  readonly secretKeyFile: string | null
  /** Private hosts, addresses and ranges that outbound calls may reach. */
  readonly outboundAllow: readonly string[]
  /** Identity provider for sign-in. */
  readonly singleSignOn: SingleSignOn | null
  /** Keys and addresses of model providers, for workspaces without their own. */
  readonly providers: ProviderEnvironment
}

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(environment: Environment): Config {
  return {
    port: readPort(environment['GALLEY_PORT'] || '4400'),
    host: environment['GALLEY_HOST'] || '127.0.0.1',
    folder: resolve(environment['GALLEY_DATA'] || './data'),
    databaseUrl: environment['DATABASE_URL'] || null,
    clickhouse: readClickHouse(environment),
    bodyStorage: readBodyStorage(environment),
    role: oneOf('GALLEY_ROLE', roles, environment['GALLEY_ROLE'] || 'all'),
    firstKey: environment['GALLEY_API_KEY'] || null,
    logLevel: oneOf('GALLEY_LOG_LEVEL', logLevels, environment['GALLEY_LOG_LEVEL'] || 'info'),
    accessLog: environment['GALLEY_ACCESS_LOG'] === '1',
    metricsPort: readSeparatePort(environment, 'GALLEY_METRICS_PORT'),
    otlpGrpcPort: readSeparatePort(environment, 'GALLEY_OTLP_GRPC_PORT'),
    metricsToken: environment['GALLEY_METRICS_TOKEN'] || null,
    drainSeconds: readSeconds(environment, 'GALLEY_DRAIN_SECONDS', { usual: 0, max: 300 }),
    // Docker kills a process 10 s after the stop signal, and storage takes up to 2 s to close.
    stopSeconds: readSeconds(environment, 'GALLEY_STOP_SECONDS', { usual: 8, max: 3_600 }),
    trustProxy: readTrustProxy(environment['GALLEY_TRUST_PROXY'] || 'off'),
    keyRequestsPerMinute: readRate(environment['GALLEY_KEY_REQUESTS_PER_MINUTE'] || ''),
    strictSandbox: oneOf('CODE_SANDBOX', sandboxModes, environment['CODE_SANDBOX'] || 'usual') === 'strict',
    secretKey: environment['GALLEY_SECRET_KEY'] || null,
    secretKeyFile: environment['GALLEY_SECRET_KEY_FILE'] || null,
    outboundAllow: parseOutboundAllow(environment['GALLEY_OUTBOUND_ALLOW'] || ''),
    singleSignOn: readSingleSignOn(environment),
    providers: readProviderEnvironment(environment),
  }
}

function readPort(text: string, name = 'GALLEY_PORT'): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new ConfigError(`${name} must be a whole number from 0 to 65535, not "${text}".`)
}

/** The port of a separate server; null if it is not set. */
function readSeparatePort(environment: Environment, name: string): number | null {
  const text = environment[name]
  return text ? readPort(text, name) : null
}

function readSeconds(
  environment: Environment,
  name: string,
  { usual: defaultSeconds, max }: { readonly usual: number; readonly max: number },
): number {
  const text = environment[name] || String(defaultSeconds)
  if (/^\d{1,4}$/.test(text) && Number(text) <= max) return Number(text)
  throw new ConfigError(`${name} must be a whole number from 0 to ${max}, not "${text}".`)
}

function readRate(text: string): number | null {
  if (text === '' || text === '0') return null
  const rate = Number(text)
  if (/^\d{1,7}$/.test(text) && rate <= maxRequestsPerMinute) return rate
  throw new ConfigError(
    `GALLEY_KEY_REQUESTS_PER_MINUTE must be a whole number from 1 to ${maxRequestsPerMinute}, not "${text}".`,
  )
}

function oneOf<T extends string>(name: string, allowed: readonly T[], value: string): T {
  const choice = allowed.find((item) => item === value)
  if (choice) return choice
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
}
