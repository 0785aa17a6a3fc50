import type { Server, Socket } from 'node:net'

/**
 * Returns a function that closes the connections on which nothing has arrived. Browsers open such connections in
 * advance, and Node 24 does not count them as idle.
 */
export function unusedConnectionCloser(server: Server): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}
