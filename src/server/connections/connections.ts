import { Refusal } from '../../engine/refusal.ts'
import { type ConnectionRow, refusingDuplicates } from '../db/index.ts'
import type { Handlers } from '../http/handler.ts'
import { timesOf } from '../http/iso-time.ts'
import { environmentProviders } from '../model/index.ts'
import type { SecretBox } from '../sealing/index.ts'
import { type SealedColumn, sealedFor, suffixOf } from '../secrets/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { connectionRows, selectConnections } from './connection-queries.ts'
import { decideConnection } from './decide-connection.ts'

export const apiKeyColumn: SealedColumn = { table: 'connections', column: 'sealed_api_key' }

const nameTaken = 'There is a connection of this name already.'
export const absentConnection = () => new Refusal('not_found', 'There is no such connection.')

/** Templates are served with their connections, so each change bumps the registry revision. */
export const connections = {
  async listConnections({ store, models }, { caller }) {
    const rows = await selectConnections(store.scan, caller.workspace)
    const isGranted = await models.isGranted(caller.workspace)
    return {
      success: true as const,
      connections: rows.map(present),
      environment_providers: isGranted ? environmentProviders(models.environment) : [],
    }
  },

  async createConnection({ store, secrets, now }, { caller, body }) {
    const { workspace } = caller
    const { apiKey, shares_api_key, ...fields } = decideConnection({ ...body, shares_api_key: false }, body)
    return refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        await bumpRegistryRevision(tx, workspace)
        const id = await store.nextId(tx, 'connection_ids')
        const time = now()
        const row: ConnectionRow = {
          workspace_id: workspace,
          id,
          ...fields,
          shares_api_key: shares_api_key ? 1 : 0,
          ...sealedKey(secrets, workspace, id, apiKey ?? null),
          created_at: time,
          updated_at: time,
        }
        await connectionRows.insert(tx, row)
        return answer(row)
      }),
    )
  },

  async readConnection({ store }, { caller, params }) {
    const row = await connectionRows.find(store.db, caller.workspace, params.connection_id)
    if (!row) throw absentConnection()
    return answer(row)
  },

  async updateConnection({ store, secrets, now }, { caller, params, body }) {
    const { workspace } = caller
    return refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        await bumpRegistryRevision(tx, workspace)
        const row = await connectionRows.find(tx, workspace, params.connection_id)
        if (!row) throw absentConnection()
        const current = { ...row, shares_api_key: row.shares_api_key === 1 }
        const { apiKey, shares_api_key, ...fields } = decideConnection(current, body)
        const key =
          apiKey === undefined
            ? { sealed_api_key: row.sealed_api_key, api_key_suffix: row.api_key_suffix }
            : sealedKey(secrets, workspace, row.id, apiKey)
        const change = { ...fields, ...key, shares_api_key: shares_api_key ? 1 : 0, updated_at: now() }
        await connectionRows.change(tx, workspace, row.id, change)
        return answer({ ...row, ...change })
      }),
    )
  },

  async deleteConnection({ store }, { caller, params }) {
    const { workspace } = caller
    return store.transact(async (tx) => {
      await bumpRegistryRevision(tx, workspace)
      const row = await connectionRows.find(tx, workspace, params.connection_id)
      if (!row) throw absentConnection()
      await connectionRows.remove(tx, workspace, row.id)
      return { success: true as const }
    })
  },
} satisfies Partial<Handlers>

function sealedKey(secrets: SecretBox, workspace: WorkspaceId, id: number, key: string | null) {
  if (key === null) return { sealed_api_key: null, api_key_suffix: null }
  return {
    sealed_api_key: secrets.seal(key, sealedFor(apiKeyColumn, workspace, id)),
    api_key_suffix: suffixOf(key),
  }
}

const answer = (row: ConnectionRow) => ({ success: true as const, connection: present(row) })

const present = (row: ConnectionRow) => ({
  id: row.id,
  workspace_id: row.workspace_id,
  name: row.name,
  provider: row.provider,
  client: row.client,
  base_url: row.base_url,
  has_api_key: row.sealed_api_key !== null,
  api_key_suffix: row.api_key_suffix,
  share_api_key: row.shares_api_key === 1,
  ...timesOf(row),
})
