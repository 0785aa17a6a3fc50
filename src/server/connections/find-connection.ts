import type { Context } from '../context.ts'
import type { ConnectionRow } from '../db/index.ts'
import { sealedFor } from '../secrets/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { connectionRows, findConnectionByName } from './connection-queries.ts'
import { apiKeyColumn } from './connections.ts'

/** A connection as presented to the reader of a template. */
export interface ServedConnection {
  readonly id: number
  readonly workspaceId: number
  readonly name: string
  readonly provider: string
  /** Null unless the provider is custom. */
  readonly client: string | null
  readonly baseUrl: string | null
  /** Null unless the key is shared. */
  readonly apiKey: string | null
}

/** Finds a connection by id or name. */
export async function findConnection(
  { store, secrets }: Pick<Context, 'store' | 'secrets'>,
  workspace: WorkspaceId,
  identifier: number | string,
): Promise<ServedConnection | undefined> {
  const row =
    typeof identifier === 'number'
      ? await connectionRows.find(store.db, workspace, identifier)
      : await findConnectionByName(store.db, workspace, identifier)
  return row && served(row)

  function served({ id, workspace_id, name, provider, client, base_url, ...row }: ConnectionRow) {
    const shared = row.shares_api_key === 1 ? row.sealed_api_key : null
    const apiKey = shared && secrets.open(shared, sealedFor(apiKeyColumn, workspace_id, id))
    return { id, workspaceId: workspace_id, name, provider, client, baseUrl: base_url, apiKey }
  }
}
