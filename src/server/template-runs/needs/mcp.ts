import { fitArguments, type Json, type McpNeed, missingArguments } from '../../../engine/columns/index.ts'
import { limitDepth } from '../../../engine/template/provider-reading/common/json.ts'
import { openMcpServer } from '../../connections/index.ts'
import type { Context } from '../../context.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { NeedFailure, type NeedSetting } from './setting.ts'

/** Milliseconds for one call of the server. */
const callTimeout = 60_000

export async function callMcpTool(
  context: Context,
  workspace: WorkspaceId,
  need: McpNeed,
  { signal }: NeedSetting,
): Promise<Json> {
  const server = await openMcpServer(context, workspace, need.server, callTimeout)
  if ('code' in server) throw new NeedFailure(server.code, server.message)
  try {
    const tools = await server.client.listTools(signal)
    const tool = tools.find(({ name }) => name === need.tool)
    if (!tool) throw new NeedFailure('not_found', `The MCP server ${server.name} has no tool ${need.tool}.`)
    const args = fitArguments(need.arguments, tool.inputSchema as Json)
    const missing = missingArguments(args, tool.inputSchema as Json)
    if (missing.length > 0)
      throw new NeedFailure('missing_value', `The tool ${need.tool} needs a value for ${missing.join(', ')}.`)
    const { content, structuredContent, isError } = await server.client.callTool(need.tool, args, signal)
    return limitDepth({ content, isError, ...(structuredContent && { structuredContent }) }) as Json
  } catch (error) {
    signal.throwIfAborted()
    const failure = server.failureOf(error)
    if (!failure) throw error
    throw new NeedFailure(failure.code === 'deadline' ? 'timeout' : 'mcp_failed', failure.message)
  } finally {
    await server.client.close()
  }
}
