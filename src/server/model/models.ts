import { type GuardedFetch, lazyGuardedFetch } from '../edge/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { environmentCredentials, type ProviderConnection } from './credentials.ts'
import { type ProviderEnvironment, trustedHosts } from './environment.ts'
import type { Credentials } from './provider.ts'
import { createProviders, type Providers } from './providers.ts'

/** Finds the connection that a template names by id or name. Null: finds the workspace's own key for the provider. */
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
  /** True if the workspace may use the provider keys of the environment. */
  readonly isGranted: IsGranted
  /** Preloads the most used SDK. Returns whether the operator has a key for it. */
  preload(): boolean
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

/** The caller's signal sets the deadline. Redirects must stay on the origin that gets the key. */
const limits = { timeoutMs: 2 ** 31 - 1, maxResponseBytes: maxAnswerBytes, redirects: 'same_origin' } as const

export function createModels(options: ModelsOptions): Models {
  const { environment, outboundAllow, findConnection, isGranted, now } = options
  const trusted = lazyGuardedFetch({ allow: [...outboundAllow, ...trustedHosts(environment)] })
  const outboundOf = ({ isTrusted }: Credentials) => (isTrusted ? trusted : options.guardedFetch)
  const providers = createProviders({
    fetchFor: (credentials) => outboundOf(credentials).asFetch(limits),
    sendFor: (credentials) => (url, request) =>
      outboundOf(credentials).fetch(url, { ...request, timeoutMs: null, maxResponseBytes: maxAnswerBytes }),
    now,
  })
  let isPreloaded = false

  /** Loads only the most used SDK, which takes 40 MB and blocks for 0.1 s. All SDKs take 130 MB. */
  async function loadOpenAiSdk(): Promise<void> {
    const provider = await providers({ provider: 'openai', model: '', apiType: null })
    provider.preload?.(environmentCredentials('openai', environment))
  }

  return {
    providers,
    environment,
    findConnection,
    isGranted,
    preload() {
      const hasKey = environment['OPENAI_API_KEY'] !== undefined
      // If loading fails, the call that needs the SDK reports the error.
      if (hasKey && !isPreloaded) loadOpenAiSdk().catch(() => {})
      isPreloaded = true
      return hasKey
    },
    close: () => trusted.close(),
  }
}
