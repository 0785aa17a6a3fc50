import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import { oncePerTurn } from '../db/index.ts'
import type { ProviderConnection } from '../model/index.ts'
import { sealedFor } from '../secrets/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { connectionRows, findConnectionByName, findKeyOfProvider } from './connection-queries.ts'
import { apiKeyColumn } from './connections.ts'

/**
 * Returns the connection for the server's own calls, with its decrypted key. A named connection of another built-in
 * provider is ignored, as readers of templates ignore it. A deleted connection is refused, so that its calls are not sent
 * with other keys.
 */
export async function openConnection(
  { store, secrets }: Pick<Context, 'store' | 'secrets'>,
  workspace: WorkspaceId,
  provider: string,
  identifier: number | string | null,
): Promise<ProviderConnection | null> {
  const row = await find()
  if (row === undefined) {
    if (identifier === null) return null
    throw new Refusal('not_found', `There is no connection ${JSON.stringify(identifier)} in this workspace.`)
  }
  if (row.client === null && row.provider !== provider) return null
  const { id, name, base_url, sealed_api_key } = row
  const apiKey = sealed_api_key && secrets.open(sealed_api_key, sealedFor(apiKeyColumn, workspace, id))
  return { name, baseUrl: base_url, apiKey }

  async function find() {
    if (identifier === null) return keyOncePerTurn(store, workspace, provider)
    return typeof identifier === 'number'
      ? connectionRows.find(store.db, workspace, identifier)
      : findConnectionByName(store.db, workspace, identifier)
  }
}

const keyOncePerTurn = oncePerTurn(findKeyOfProvider)
