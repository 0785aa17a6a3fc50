import { createMcpClient, McpError, OutboundError } from '../edge/index.ts'
import { readEnvironment } from '../environment/index.ts'
import type { Handler } from '../http/handler.ts'
import { fillHeaders, withoutValues } from './header-values.ts'
import { findServer } from './mcp-queries.ts'
import { absentServer } from './mcp-servers.ts'
import { openedHeaders } from './sealed-headers.ts'

/** Milliseconds that a server has to list all its tools. */
const patience = 15_000

export const testMcpServer: Handler<'testMcpServer'> = async (context, { caller, params }) => {
  const row = await findServer(context.store.db, caller.workspace, params.mcp_server_id)
  if (!row) throw absentServer()
  const environment = await readEnvironment(context, caller.workspace, null)
  const { headers, missing } = fillHeaders(openedHeaders(context.secrets, row), environment)
  if (missing.length > 0)
    return failed('missing_variable', `There is no environment variable ${missing.join(', ')}.`)
  const { guardedFetch } = context
  const client = createMcpClient({ guardedFetch, url: row.url, headers, timeoutMs: patience })
  try {
    return { success: true as const, reached: true, tools: await client.listTools(), error: null }
  } catch (error) {
    if (!(error instanceof McpError || error instanceof OutboundError)) throw error
    return failed(error.code, withoutValues(error.message, headers))
  } finally {
    await client.close()
  }
}

const failed = (code: string, message: string) => ({
  success: true as const,
  reached: false,
  tools: [],
  error: { code, message },
})
