import { Refusal } from '../../engine/refusal.ts'
import { type McpServerRow, refusingDuplicates } from '../db/index.ts'
import { deleteOne } from '../http/delete-one.ts'
import type { Handlers } from '../http/handler.ts'
import { timesOf } from '../http/iso-time.ts'
import { lockServer, selectServers, serverRows } from './mcp-queries.ts'
import { type HeaderOutline, sealedHeaders } from './sealed-headers.ts'

const nameTaken = 'There is an MCP server of this name already.'
export const absentServer = () => new Refusal('not_found', 'There is no such MCP server.')

export const mcpServers = {
  async listMcpServers({ store }, { caller }) {
    const rows = await selectServers(store.scan, caller.workspace)
    return { success: true as const, mcp_servers: rows.map(present) }
  },

  async createMcpServer({ store, secrets, now }, { caller, body }) {
    const { workspace } = caller
    return refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        const id = await store.nextId(tx, 'mcp_server_ids')
        const time = now()
        const row: McpServerRow = {
          workspace_id: workspace,
          id,
          name: body.name,
          url: body.url,
          ...sealedHeaders(secrets, workspace, id, body.headers),
          created_at: time,
          updated_at: time,
        }
        await serverRows.insert(tx, row)
        return answer(row)
      }),
    )
  },

  async readMcpServer({ store }, { caller, params }) {
    const row = await serverRows.find(store.db, caller.workspace, params.mcp_server_id)
    if (!row) throw absentServer()
    return answer(row)
  },

  async updateMcpServer({ store, secrets, now }, { caller, params, body }) {
    const { workspace } = caller
    const { name, url, headers } = body
    return refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        const row = await lockServer(tx, workspace, params.mcp_server_id, now())
        if (!row) throw absentServer()
        const isAddressChanged = url !== undefined && url !== row.url
        const change = {
          name: name ?? row.name,
          url: url ?? row.url,
          // If the address changes and no headers are sent, the stored headers are deleted: they were given for the
          // old address.
          ...((isAddressChanged || headers !== undefined) &&
            sealedHeaders(secrets, workspace, row.id, headers ?? null)),
        }
        await serverRows.change(tx, workspace, row.id, change)
        return answer({ ...row, ...change })
      }),
    )
  },

  async deleteMcpServer({ store }, { caller, params }) {
    return deleteOne(store, absentServer, (tx) =>
      serverRows.remove(tx, caller.workspace, params.mcp_server_id),
    )
  },
} satisfies Partial<Handlers>

const answer = (row: McpServerRow) => ({ success: true as const, mcp_server: present(row) })

const present = (row: McpServerRow) => ({
  id: row.id,
  workspace_id: row.workspace_id,
  name: row.name,
  url: row.url,
  headers: JSON.parse(row.header_outlines) as HeaderOutline[],
  ...timesOf(row),
})
