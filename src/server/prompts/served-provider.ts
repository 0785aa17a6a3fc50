import type { Model } from '../../engine/template/blueprint/index.ts'
import { type ModelRequest, resolveModel } from '../../engine/template/model-kwargs/index.ts'
import type { ServedConnection } from '../connections/index.ts'
import type { ExpandedVersion } from './load-template.ts'

export interface ServedModel {
  readonly model: Model | null
  /** The connection of the version, if it is to a custom provider. */
  readonly custom: ServedConnection | null
  /** The connection of the version, if it only changes the address of a provider. */
  readonly relocated: ServedConnection | null
  /** True if the read does not override the provider, so that the version's connection applies. */
  readonly isStoredProvider: boolean
}

/**
 * Returns the model of a read and its connection. If the read overrides the provider there is no connection, because
 * address and key belong to the stored provider.
 */
export function serveModel({ version, connection }: ExpandedVersion, request: ModelRequest): ServedModel {
  const stored = version.metadata?.model
  const isStoredProvider = !request.provider || request.provider === stored?.provider
  const client = isStoredProvider ? connection?.client : null
  if (connection && client != null) {
    const asClient = stored && { ...stored, provider: client }
    const model = resolveModel(asClient, { ...request, provider: null })
    return { model, custom: connection, relocated: null, isStoredProvider }
  }
  const model = resolveModel(stored, request)
  const isRelocated =
    connection?.baseUrl != null && connection.client === null && connection.provider === model?.provider
  return { model, custom: null, relocated: isRelocated ? connection : null, isStoredProvider }
}

export function presentRelocated({ id, name, provider, baseUrl }: ServedConnection) {
  return { id, name, provider, url: baseUrl ?? '' }
}

/**
 * Without a key, the JS SDK uses the key of its environment only if the field is missing; null would mean no key. The
 * Python SDK requires the field.
 */
export function presentCustom(connection: ServedConnection, userAgent: string) {
  const { id, name, client, baseUrl, workspaceId, apiKey } = connection
  const omitsKey = apiKey === null && isJsSdk(userAgent)
  return {
    id,
    name,
    client: client ?? '',
    base_url: baseUrl,
    workspace_id: workspaceId,
    ...(!omitsKey && { api_key: apiKey }),
  }
}

export const isJsSdk = (userAgent: string): boolean => userAgent.startsWith('promptlayer-js/')
