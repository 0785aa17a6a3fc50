import { queryOptions } from '@tanstack/react-query'
import { type Answer, queryOf } from '../../../api/index.ts'

export const staleTime = 5 * 60_000

/** The price and the context of a model name, and the providers that have the model. */
export const modelQuery = (provider: string, name: string) =>
  queryOptions({
    ...queryOf(['prices', 'model', provider, name], 'findModel', { query: { provider, name } }),
    enabled: name !== '',
    placeholderData: undefined,
    staleTime,
  })

export const connectionsQuery = queryOf(['connections'], 'listConnections')

/** A custom provider is chosen by its connection, which may have no key. */
export const hasKey = (
  { connections, environment_providers }: Answer<'listConnections'>,
  provider: string,
): boolean =>
  provider === 'custom' ||
  environment_providers.includes(provider) ||
  connections.some((connection) => connection.provider === provider)
