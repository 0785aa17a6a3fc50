import type { Context } from '../context.ts'
import { createMcpClient, type McpClient, McpError, OutboundError } from '../edge/index.ts'
import { fillHeaders, readEnvironment, withoutValues } from '../environment/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { findServer } from './mcp-queries.ts'
import { absentServer } from './mcp-servers.ts'
import { openedHeaders } from './sealed-headers.ts'

export interface McpFailure {
  readonly code: string
  readonly message: string
}

export interface OpenMcpServer {
  readonly name: string
  readonly client: McpClient
  /** Why a call of it failed, without the values that were sent; null for an error that is none of the server's. */
  failureOf(error: unknown): McpFailure | null
}

/** The client of a workspace's server with its headers filled in, or why it cannot be called. */
export async function openMcpServer(
  context: Context,
  workspace: WorkspaceId,
  id: number,
  timeoutMs: number,
): Promise<OpenMcpServer | McpFailure> {
  const row = await findServer(context.store.db, workspace, id)
  if (!row) throw absentServer()
  const environment = await readEnvironment(context, workspace, null)
  const { headers, missing } = fillHeaders(openedHeaders(context.secrets, row), environment)
  if (missing.length > 0)
    return { code: 'missing_variable', message: `There is no environment variable ${missing.join(', ')}.` }
  const { guardedFetch } = context
  return {
    name: row.name,
    client: createMcpClient({ guardedFetch, url: row.url, headers, timeoutMs }),
    failureOf: (error) =>
      error instanceof McpError || error instanceof OutboundError
        ? { code: error.code, message: withoutValues(error.message, headers) }
        : null,
  }
}
