import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Context } from '../../context.ts'
import { reportError } from '../../log.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { findEnded } from './caller-queries.ts'
import { Client, type Listen } from './client.ts'
import { Completions } from './completions.ts'
import { closeReasons } from './protocol.ts'

const path = '/connection/websocket'
const maxClients = 10_000
/** The limit of a workspace is that of event streams, see `Changes`. SDKs connect again later. */
const maxClientsOfWorkspace = 1_000
/** Milliseconds between checks for revoked keys and ended sessions, as in event streams. */
const sweepInterval = 2_000
/** Maximum bytes of a client's message, which holds a token or the name of a channel. */
const maxMessageBytes = 16 * 1024

/** True for websocket requests. Other requests with an Upgrade header are answered as HTTP. */
export const isWebsocketRequest = ({ url, headers }: IncomingMessage): boolean =>
  url?.split('?')[0] === path && headers.upgrade?.toLowerCase() === 'websocket'

/** Subscribes to the operations of a sheet. Returns the function that unsubscribes. */
export type ListenToSheet = (
  context: Context,
  workspace: WorkspaceId,
  sheet: string,
  deliver: (message: object) => void,
  report: (error: unknown) => void,
) => () => void

/** Serves the websocket on which SDKs wait for a run or for operations of a sheet. */
export function serveCompletions(app: FastifyInstance, context: Context, listenToSheet: ListenToSheet): void {
  const completions = new Completions(context, reportError)
  const listen: Listen = (workspace, channel, deliver) =>
    channel.kind === 'sheet'
      ? listenToSheet(context, workspace, channel.sheet, deliver, reportError)
      : completions.listen(workspace, channel, deliver)
  const clients = new Set<Client>()
  const isFull = (workspace: WorkspaceId) =>
    [...clients].filter((client) => client.workspace === workspace).length >= maxClientsOfWorkspace
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('centrifuge-json') ? 'centrifuge-json' : false),
  })
  /** Disconnects clients with a revoked key or a closed account, although their tokens are still valid. */
  const sweep = async () => {
    const callers = [...clients].flatMap(({ caller }) => caller ?? [])
    if (callers.length === 0) return
    const hasEnded = await findEnded(context.store.db, callers)
    for (const client of clients)
      if (client.caller && hasEnded(client.caller)) client.close(closeReasons.invalidToken)
  }
  let isSweeping = false
  const sweepTimer = setInterval(() => {
    if (isSweeping) return
    isSweeping = true
    sweep()
      .catch(reportError)
      .finally(() => {
        isSweeping = false
      })
  }, sweepInterval).unref()
  app.server.on('upgrade', (request, socket, head) => {
    if (clients.size >= maxClients) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      return
    }
    // The Python client sends an empty list of protocols, which `ws` would refuse.
    if (request.headers['sec-websocket-protocol'] === '') delete request.headers['sec-websocket-protocol']
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      const client = new Client(accepted, context, listen, isFull)
      clients.add(client)
      accepted.on('close', () => clients.delete(client))
    })
  })
  app.addHook('preClose', async () => {
    clearInterval(sweepTimer)
    completions.close()
    for (const client of clients) client.close(closeReasons.shutdown)
    // A client that does not answer the close must not delay the shutdown.
    setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate()
    }, 1_000).unref()
  })
}
