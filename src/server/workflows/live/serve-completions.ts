import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Context } from '../../context.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { findEnded } from './caller-queries.ts'
import { Client, type Listen } from './client.ts'
import { Completions } from './completions.ts'
import { closings } from './protocol.ts'

const path = '/connection/websocket'
const mostClients = 10_000
/** How long a connection may outlive the key or the session that it rests on; as for event streams. */
const sweepMilliseconds = 2_000
/** Tokens and names of channels are all that a client says. */
const largestMessage = 16 * 1024

/** Whether a request is for the websocket; any other that offers an upgrade is answered as if it had not. */
export const isWebsocketRequest = ({ url, headers }: IncomingMessage): boolean =>
  url?.split('?')[0] === path && headers.upgrade?.toLowerCase() === 'websocket'

/** Tells of the operations of one sheet until it is told to stop. */
export type ListenToSheet = (
  context: Context,
  workspace: WorkspaceId,
  sheet: string,
  deliver: (message: object) => void,
  report: (error: unknown) => void,
) => () => void

/** The websocket on which the SDKs wait for the end of a run, or of the operations of a sheet. */
export function serveCompletions(app: FastifyInstance, context: Context, listenToSheet: ListenToSheet): void {
  const report = (error: unknown) => console.error(error)
  const completions = new Completions(context, report)
  const listen: Listen = (workspace, channel, deliver) =>
    channel.kind === 'sheet'
      ? listenToSheet(context, workspace, channel.sheet, deliver, report)
      : completions.listen(workspace, channel, deliver)
  const clients = new Set<Client>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('centrifuge-json') ? 'centrifuge-json' : false),
  })
  /** A revoked key or a closed account ends its connections, whatever their tokens still say. */
  const sweep = async () => {
    const callers = [...clients].flatMap(({ caller }) => caller ?? [])
    if (callers.length === 0) return
    const hasEnded = await findEnded(context.store.db, callers)
    for (const client of clients)
      if (client.caller && hasEnded(client.caller)) client.close(closings.invalidToken)
  }
  let isSweeping = false
  const sweeping = setInterval(() => {
    if (isSweeping) return
    isSweeping = true
    sweep()
      .catch(report)
      .finally(() => {
        isSweeping = false
      })
  }, sweepMilliseconds).unref()
  app.server.on('upgrade', (request, socket, head) => {
    if (clients.size >= mostClients) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      return
    }
    // As the Python client says that it offers none; `ws` would refuse the empty list.
    if (request.headers['sec-websocket-protocol'] === '') delete request.headers['sec-websocket-protocol']
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      const client = new Client(accepted, context, listen)
      clients.add(client)
      accepted.on('close', () => clients.delete(client))
    })
  })
  app.addHook('preClose', async () => {
    clearInterval(sweeping)
    completions.close()
    for (const client of clients) client.close(closings.shutdown)
    // A client that does not answer the goodbye must not keep the process.
    setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate()
    }, 1_000).unref()
  })
}
