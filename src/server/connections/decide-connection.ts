import { Refusal } from '../../engine/refusal.ts'

export interface ConnectionState {
  readonly name: string
  readonly provider: string
  readonly client: string | null
  readonly base_url: string | null
  readonly shares_api_key: boolean
}

/** The fields of a call. A missing field keeps its stored value. */
export interface ConnectionInput {
  readonly name?: string
  readonly provider?: string
  readonly client?: string | null
  readonly base_url?: string | null
  readonly api_key?: string | null
  readonly share_api_key?: boolean
}

export interface DecidedConnection extends ConnectionState {
  /** The new key. Null removes the key, undefined keeps it. */
  readonly apiKey: string | null | undefined
}

/**
 * A stored key is used only with the address it was given for. So only a call that includes the key can change the
 * address or share the key.
 */
export function decideConnection(before: ConnectionState, change: ConnectionInput): DecidedConnection {
  const provider = change.provider ?? before.provider
  const isCustom = provider === 'custom'
  const base_url = change.base_url === undefined ? before.base_url : change.base_url
  const isAddressChanged = provider !== before.provider || base_url !== before.base_url
  const apiKey = change.api_key === undefined && isAddressChanged ? null : change.api_key
  const decided = {
    name: change.name ?? before.name,
    provider,
    client: change.client === undefined ? (isCustom ? before.client : null) : change.client,
    base_url,
    shares_api_key: change.share_api_key ?? (before.shares_api_key && isCustom && apiKey !== null),
    apiKey,
  }
  const problem = problemOf(decided, !before.shares_api_key)
  if (problem) throw new Refusal('invalid', problem.message, { loc: ['body', problem.field] })
  return decided
}

function problemOf(decided: DecidedConnection, isNewlyShared: boolean) {
  const { provider, client, base_url, shares_api_key, apiKey } = decided
  const isCustom = provider === 'custom'
  if (isCustom && client === null)
    return { field: 'client', message: 'a custom provider needs a client, the provider whose wire it speaks' }
  if (!isCustom && client !== null)
    return { field: 'client', message: 'only a custom provider may have a client' }
  if (isCustom && base_url === null) return { field: 'base_url', message: 'a custom provider has a base URL' }
  if (!shares_api_key) return null
  if (!isCustom) return { field: 'share_api_key', message: 'only the key of a custom provider can be shared' }
  if (apiKey === null || (isNewlyShared && apiKey === undefined))
    return { field: 'share_api_key', message: 'send api_key in the same call to have it shared' }
  return null
}
