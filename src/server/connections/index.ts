/** Connections to providers, and MCP servers: their addresses and keys. */

import type { Handlers } from '../http/handler.ts'
import { connections } from './connections.ts'
import { mcpServers } from './mcp-servers.ts'
import { testConnection } from './test-connection.ts'
import { testMcpServer } from './test-mcp-server.ts'

export { apiKeyColumn } from './connections.ts'
export { findConnection, type ServedConnection } from './find-connection.ts'
export { openConnection } from './open-connection.ts'
export { type OpenMcpServer, openMcpServer } from './open-mcp-server.ts'
export { headersColumn } from './sealed-headers.ts'

export const connectionHandlers = {
  ...connections,
  ...mcpServers,
  testConnection,
  testMcpServer,
} satisfies Partial<Handlers>
