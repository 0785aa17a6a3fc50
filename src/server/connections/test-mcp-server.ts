import type { Handler } from '../http/handler.ts'
import { type McpFailure, openMcpServer } from './open-mcp-server.ts'

/** Milliseconds in which a server must list all its tools. */
const timeoutMilliseconds = 15_000

export const testMcpServer: Handler<'testMcpServer'> = async (context, { caller, params }) => {
  const server = await openMcpServer(context, caller.workspace, params.mcp_server_id, timeoutMilliseconds)
  if ('code' in server) return failed(server)
  try {
    return { success: true as const, reached: true, tools: await server.client.listTools(), error: null }
  } catch (error) {
    const failure = server.failureOf(error)
    if (!failure) throw error
    return failed(failure)
  } finally {
    await server.client.close()
  }
}

const failed = ({ code, message }: McpFailure) => ({
  success: true as const,
  reached: false,
  tools: [],
  error: { code, message },
})
