import { type GuardedFetch, lazyGuardedFetch } from '../edge/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { operatorsFor, type ProviderConnection } from './credentials.ts'
import { type ProviderEnvironment, trustedHosts } from './environment.ts'
import type { Credentials } from './provider.ts'
import { createProviders, type Providers } from './providers.ts'

/**
 * The connection that a template names, by id or name; named by none (null), the workspace's own key for the
 * provider, if it has one.
 */
export type FindProviderConnection = (
  workspace: WorkspaceId,
  provider: string,
  connection: number | string | null,
) => Promise<ProviderConnection | null>

export type IsGranted = (workspace: WorkspaceId) => boolean | Promise<boolean>

export interface Models {
  readonly providers: Providers
  readonly environment: ProviderEnvironment
  readonly findConnection: FindProviderConnection
  /** Whether the workspace may use the provider keys of the environment. */
  readonly isGranted: IsGranted
  /** Models may be called soon; whether the operator has the usual key for it. */
  expect(): boolean
  close(): Promise<void>
}

export interface ModelsOptions {
  readonly environment: ProviderEnvironment
  readonly outboundAllow: readonly string[]
  readonly guardedFetch: GuardedFetch
  readonly findConnection: FindProviderConnection
  readonly isGranted: IsGranted
  readonly now: () => number
}

const maxAnswerBytes = 64 * 1024 * 1024

/** Deadlines are the caller's business, told by its signal; redirects do not leave the address that was trusted. */
const limits = { timeoutMs: 2 ** 31 - 1, maxResponseBytes: maxAnswerBytes, redirects: 'same_origin' } as const

export function createModels(options: ModelsOptions): Models {
  const { environment, outboundAllow, findConnection, isGranted, now } = options
  const trusted = lazyGuardedFetch({ allow: [...outboundAllow, ...trustedHosts(environment)] })
  const wayOut = ({ isTrusted }: Credentials) => (isTrusted ? trusted : options.guardedFetch)
  const providers = createProviders({
    fetchFor: (credentials) => wayOut(credentials).asFetch(limits),
    sendFor: (credentials) => (url, request) =>
      wayOut(credentials).fetch(url, { ...request, timeoutMs: null, maxResponseBytes: maxAnswerBytes }),
    now,
  })
  let isExpected = false

  /** Only the SDK of most: 40 MB with its way out, and 0.1 s in which nothing else is done. All of them take 130. */
  async function loadUsual(): Promise<void> {
    const provider = await providers({ provider: 'openai', model: '', apiType: null })
    provider.expect?.(operatorsFor('openai', environment))
  }

  return {
    providers,
    environment,
    findConnection,
    isGranted,
    expect() {
      const hasKey = environment['OPENAI_API_KEY'] !== undefined
      // What cannot be loaded fails the call that needs it.
      if (hasKey && !isExpected) loadUsual().catch(() => {})
      isExpected = true
      return hasKey
    },
    close: () => trusted.close(),
  }
}
