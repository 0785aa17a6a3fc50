export { createMcpClient, type McpClient } from './mcp-client.ts'
export { McpError } from './mcp-error.ts'
