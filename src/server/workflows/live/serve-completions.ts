import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Context } from '../../context.ts'
import { Client } from './client.ts'
import { Completions } from './completions.ts'
import { closings } from './protocol.ts'

const path = '/connection/websocket'
const mostClients = 10_000
/** Tokens and names of channels are all that a client says. */
const largestMessage = 16 * 1024

/** Whether a request is for the websocket; any other that offers an upgrade is answered as if it had not. */
export const isWebsocketRequest = ({ url, headers }: IncomingMessage): boolean =>
  url?.split('?')[0] === path && headers.upgrade?.toLowerCase() === 'websocket'

/** The websocket on which the SDKs wait for the end of a run. */
export function serveCompletions(app: FastifyInstance, context: Context): void {
  const completions = new Completions(context, (error) => console.error(error))
  const clients = new Set<Client>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('centrifuge-json') ? 'centrifuge-json' : false),
  })
  app.server.on('upgrade', (request, socket, head) => {
    if (clients.size >= mostClients) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      const client = new Client(accepted, context, completions)
      clients.add(client)
      accepted.on('close', () => clients.delete(client))
    })
  })
  app.addHook('preClose', async () => {
    completions.close()
    for (const client of clients) client.close(closings.shutdown)
    // A client that does not answer the goodbye must not keep the process.
    setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate()
    }, 1_000).unref()
  })
}
