import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface Unreachable {
  readonly origin: string
  close(): Promise<void>
}

/**
 * An address that refuses connections. Port 2 is privileged and unassigned; another test could take a free
 * high port.
 */
export const refusingOrigin = 'http://127.0.0.1:2'

/** An address whose connections are never established: the TLS handshake gets no answer. */
export const stallingOrigin = (): Promise<Unreachable> => listening()

async function listening(): Promise<Unreachable> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
