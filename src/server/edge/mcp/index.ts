export { createMcpClient, type McpClient, type McpClientOptions } from './mcp-client.ts'
export { McpError, type McpErrorCode } from './mcp-error.ts'
export type { ClientInfo } from './session.ts'
export type { McpTool, McpToolResult } from './wire.ts'
