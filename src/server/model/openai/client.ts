import type OpenAI from 'openai'
import type { ClientOptions } from 'openai'
import { loadOpenAi } from '../../program-paths.ts'
import type { ModelCall, ProviderDependencies } from '../provider.ts'

/** Earlier versions of the API have only previews of the Responses API. */
const defaultApiVersion = '2025-04-01-preview'
const maxTimeout = 2 ** 31 - 1

/**
 * Creates the official client for one call. Sets everything that the client would otherwise read from the environment.
 */
export async function clientFor(
  dependencies: ProviderDependencies,
  { provider, credentials }: Pick<ModelCall, 'provider' | 'credentials'>,
): Promise<OpenAI> {
  const sdk = loadOpenAi()
  const { apiKey, baseUrl, settings } = credentials
  const options = {
    fetch: dependencies.fetchFor(credentials),
    maxRetries: 0,
    timeout: maxTimeout,
    logLevel: 'off' as const,
    // The client requires a key, but a self-hosted server may need none.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: settings['organization'] ?? null,
    project: settings['project'] ?? null,
    defaultHeaders: { ...withoutEnvironmentHeaders(), ...(apiKey === null && { Authorization: null }) },
  } satisfies ClientOptions
  if (provider !== 'openai.azure')
    return new sdk.OpenAI({ ...options, baseURL: baseUrl ?? addressOf(provider) })
  const baseURL = azureBaseUrl(baseUrl ?? '')
  // Azure's v1 has the same paths as OpenAI.
  if (baseURL.endsWith('/openai/v1')) return new sdk.OpenAI({ ...options, baseURL })
  const apiVersion = settings['apiVersion'] ?? defaultApiVersion
  return new sdk.AzureOpenAI({ ...options, apiKey: apiKey ?? 'none', baseURL, apiVersion })
}

const addressOf = (provider: string): string =>
  provider === 'openrouter' ? 'https://openrouter.ai/api/v1' : 'https://api.openai.com/v1'

/** Accepts an endpoint with or without the path that older clients append. */
function azureBaseUrl(endpoint: string): string {
  const trimmed = endpoint.replace(/\/+$/, '')
  return /\/openai(\/|$)/.test(trimmed) ? trimmed : `${trimmed}/openai`
}

/** Drops OPENAI_CUSTOM_HEADERS, which would be sent to every address, a workspace's included. */
function withoutEnvironmentHeaders(): Record<string, null> {
  const lines = (process.env['OPENAI_CUSTOM_HEADERS'] ?? '').split('\n')
  const names = lines.flatMap((line) => (line.includes(':') ? [line.slice(0, line.indexOf(':')).trim()] : []))
  return Object.fromEntries(names.map((name) => [name, null]))
}
