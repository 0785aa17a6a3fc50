import type { Model } from '../../engine/template/blueprint/index.ts'
import { type ModelRequest, resolveModel } from '../../engine/template/model-kwargs/index.ts'
import type { ServedConnection } from '../connections/index.ts'
import type { ExpandedVersion } from './load-template.ts'

export interface ServedModel {
  readonly model: Model | null
  /** The version's connection, where it is a provider of its own. */
  readonly custom: ServedConnection | null
  /** The same where it only gives the model's provider another address. */
  readonly relocated: ServedConnection | null
  /** The provider is the stored one, so the version's connection is meant for it. */
  readonly isAsStored: boolean
}

/**
 * The model that a reader gets and the connection it is reached by. A reader who asks for another provider
 * than the stored one gets it without the connection: its address and key are not meant for that provider.
 */
export function serveModel({ version, connection }: ExpandedVersion, request: ModelRequest): ServedModel {
  const stored = version.metadata?.model
  const isAsStored = !request.provider || request.provider === stored?.provider
  const client = isAsStored ? connection?.client : null
  if (connection && client != null) {
    const known = stored && { ...stored, provider: client }
    const model = resolveModel(known, { ...request, provider: null })
    return { model, custom: connection, relocated: null, isAsStored }
  }
  const model = resolveModel(stored, request)
  const moves =
    connection?.baseUrl != null && connection.client === null && connection.provider === model?.provider
  return { model, custom: null, relocated: moves ? connection : null, isAsStored }
}

export function presentRelocated({ id, name, provider, baseUrl }: ServedConnection) {
  return { id, name, provider, url: baseUrl ?? '' }
}

/**
 * The vendor's JS SDK calls the provider without any key when this one is null, and with that of its own
 * environment only when there is none; its Python SDK fails when there is none, and does the same with null.
 */
export function presentCustom(connection: ServedConnection, userAgent: string) {
  const { id, name, client, baseUrl, workspaceId, apiKey } = connection
  const leavesOut = apiKey === null && isJsSdk(userAgent)
  return {
    id,
    name,
    client: client ?? '',
    base_url: baseUrl,
    workspace_id: workspaceId,
    ...(!leavesOut && { api_key: apiKey }),
  }
}

export const isJsSdk = (userAgent: string): boolean => userAgent.startsWith('promptlayer-js/')
