import { Refusal } from '../../engine/refusal.ts'
import { firstOf, knownProviders, type ProviderEnvironment, variablesOf } from './environment.ts'
import type { Credentials } from './provider.ts'

/** A connection of the workspace to a provider, with its decrypted key. */
export interface ProviderConnection {
  readonly name: string
  readonly baseUrl: string | null
  readonly apiKey: string | null
}

/**
 * Returns key and address of a call: from the workspace's connection, or else from the server's environment. The
 * operator's key is sent only to the provider's own address or the operator's.
 */
export function credentialsFor(
  provider: string,
  connection: ProviderConnection | null,
  environment: ProviderEnvironment,
): Credentials {
  const variables = variablesOf(provider)
  const settings = valuesOf(variables?.settings, environment)
  if (connection && connection.baseUrl !== null)
    return { apiKey: connection.apiKey, baseUrl: connection.baseUrl, isTrusted: false, settings }
  if (!variables)
    throw missing(`There is no address for ${provider}: name a connection with a base URL in the template.`)

  const baseUrl = firstOf(environment, variables.baseUrl)
  if (provider === 'openai.azure' && baseUrl === null)
    throw missing(
      `${variables.title} has no address: set ${variables.baseUrl[0]} where Galley runs, or name a connection with a base URL in the template.`,
    )
  const trustedServer = { baseUrl, isTrusted: true }
  if (connection && connection.apiKey !== null)
    return { ...trustedServer, apiKey: connection.apiKey, settings }

  const apiKey = firstOf(environment, variables.key)
  const account = valuesOf(variables.account, environment)
  if (apiKey === null && !worksWithoutKey(account))
    throw missing(
      `There is no key for ${variables.title}: set ${variables.key[0]} where Galley runs, or give this workspace a connection to ${provider} with a key.`,
    )
  return { ...trustedServer, apiKey, settings: { ...settings, ...account } }
}

const cachedCredentials = new WeakMap<ProviderEnvironment, Map<string, Credentials>>()

/** The credentials in the server's environment. The same object is returned each time, so that clients can be cached by it. */
export function environmentCredentials(provider: string, environment: ProviderEnvironment): Credentials {
  const operatorCredentials = cachedCredentials.get(environment) ?? new Map<string, Credentials>()
  cachedCredentials.set(environment, operatorCredentials)
  const credentials = operatorCredentials.get(provider) ?? credentialsFor(provider, null, environment)
  operatorCredentials.set(provider, credentials)
  return credentials
}

export const environmentProviders = (environment: ProviderEnvironment): string[] =>
  knownProviders.filter((provider) => {
    const variables = variablesOf(provider)!
    const hasAddress = provider !== 'openai.azure' || firstOf(environment, variables.baseUrl) !== null
    const hasKey = firstOf(environment, variables.key) !== null
    return hasAddress && (hasKey || worksWithoutKey(valuesOf(variables.account, environment)))
  })

const worksWithoutKey = (account: Readonly<Record<string, string>>) =>
  account['secretAccessKey'] !== undefined || account['credentialsFile'] !== undefined

const valuesOf = (
  names: Readonly<Record<string, readonly string[]>> = {},
  environment: ProviderEnvironment,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([setting, from]) => {
      const value = firstOf(environment, from)
      return value === null ? [] : [[setting, value]]
    }),
  )

/** The refusal for a workspace that has no grant for the server's keys. */
export const notGranted = (provider: string) =>
  missing(
    `This workspace may not use the provider keys of the server. Give it a connection to ${provider} with a key, or ask an installation admin to grant them.`,
  )

const missing = (message: string) => new Refusal('invalid', message, { loc: ['provider'] })
