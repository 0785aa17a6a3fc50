import type { Context } from '../context.ts'
import { createMcpClient, type McpClient, McpError, OutboundError, restrictedTo } from '../edge/index.ts'
import {
  fillHeaders,
  hostsOf,
  type Mask,
  maskOf,
  minLengthInHeaders,
  missingMessage,
  readEnvironment,
  secretsOf,
} from '../environment/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { serverRows } from './mcp-queries.ts'
import { absentServer } from './mcp-servers.ts'
import { openedHeaders } from './sealed-headers.ts'

export interface McpFailure {
  readonly code: string
  readonly message: string
}

export interface OpenMcpServer {
  readonly name: string
  readonly client: McpClient
  /** Says why a call failed, without the values that were sent; null if the error does not come from the server. */
  failureOf(error: unknown): McpFailure | null
}

/** A server may quote the headers it received. */
const maskedClient = (client: McpClient, mask: Mask): McpClient => ({
  listTools: async (signal) => mask(await client.listTools(signal)),
  callTool: async (name, args, signal) => mask(await client.callTool(name, args, signal)),
  close: () => client.close(),
})

/** Returns a client with its headers filled in, or the reason why the server cannot be called. */
export async function openMcpServer(
  context: Context,
  workspace: WorkspaceId,
  id: number,
  timeoutMs: number,
): Promise<OpenMcpServer | McpFailure> {
  const row = await serverRows.find(context.store.db, workspace, id)
  if (!row) throw absentServer()
  const environment = await readEnvironment(context, workspace, { kind: 'mcp_server', id: String(id) })
  const { headers, usedVariables, missingVariables } = fillHeaders(
    openedHeaders(context.secrets, row),
    environment.values,
  )
  if (missingVariables.length > 0)
    return { code: 'missing_variable', message: missingMessage(missingVariables, environment.withheld) }
  const hosts = hostsOf(environment.restrictions, usedVariables)
  const guardedFetch = hosts ? restrictedTo(context.guardedFetch, hosts) : context.guardedFetch
  const secrets = [...usedVariables.map((name) => environment.values[name]!), ...secretsOf(headers)]
  return {
    name: row.name,
    client: maskedClient(
      createMcpClient({ guardedFetch, url: row.url, headers, timeoutMs }),
      maskOf(secrets),
    ),
    failureOf: (error) =>
      error instanceof McpError || error instanceof OutboundError
        ? { code: error.code, message: maskOf(secrets, minLengthInHeaders)(error.message) }
        : null,
  }
}
