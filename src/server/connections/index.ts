import type { Handlers } from '../http/handler.ts'
import { connections } from './connections.ts'
import { mcpServers } from './mcp-servers.ts'
import { type ReadEnvironment, testMcpServer } from './test-mcp-server.ts'

export { apiKeyColumn } from './connections.ts'
export { findConnection, type ServedConnection } from './find-connection.ts'
export { headersColumn } from './sealed-headers.ts'

/** The operations of this room; the environment variables that headers name are another room's. */
export function connectionHandlers(readEnvironment: ReadEnvironment) {
  return {
    ...connections,
    ...mcpServers,
    testMcpServer: testMcpServer(readEnvironment),
  } satisfies Partial<Handlers>
}
