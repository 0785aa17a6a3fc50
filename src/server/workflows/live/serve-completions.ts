import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Context } from '../../context.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { reportError } from '../../log.ts'
import { findEnded } from './caller-queries.ts'
import { Client, type Listen } from './client.ts'
import { Completions } from './completions.ts'
import { closeReasons } from './protocol.ts'

const path = '/connection/websocket'
const maxClients = 10_000
/** Milliseconds until a revoked key or ended session is disconnected; same as event streams. */
const sweepInterval = 2_000
/** Bytes; clients send only tokens and channel names. */
const maxMessageBytes = 16 * 1024

/** Selects websocket requests; any other upgrade offer is answered as plain HTTP. */
export const isWebsocketRequest = ({ url, headers }: IncomingMessage): boolean =>
  url?.split('?')[0] === path && headers.upgrade?.toLowerCase() === 'websocket'

/** Subscribes to the operations of a sheet; returns the function that unsubscribes. */
export type ListenToSheet = (
  context: Context,
  workspace: WorkspaceId,
  sheet: string,
  deliver: (message: object) => void,
  report: (error: unknown) => void,
) => () => void

/** The websocket on which SDKs wait for a run, or for operations of a sheet. */
export function serveCompletions(app: FastifyInstance, context: Context, listenToSheet: ListenToSheet): void {
  const completions = new Completions(context, reportError)
  const listen: Listen = (workspace, channel, deliver) =>
    channel.kind === 'sheet'
      ? listenToSheet(context, workspace, channel.sheet, deliver, reportError)
      : completions.listen(workspace, channel, deliver)
  const clients = new Set<Client>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('centrifuge-json') ? 'centrifuge-json' : false),
  })
  /** Disconnects revoked keys and closed accounts, even if their tokens are still valid. */
  const sweep = async () => {
    const callers = [...clients].flatMap(({ caller }) => caller ?? [])
    if (callers.length === 0) return
    const hasEnded = await findEnded(context.store.db, callers)
    for (const client of clients)
      if (client.caller && hasEnded(client.caller)) client.close(closeReasons.invalidToken)
  }
  let isSweeping = false
  const sweeping = setInterval(() => {
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
    // The Python client sends an empty list, which `ws` would refuse.
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
    for (const client of clients) client.close(closeReasons.shutdown)
    // Clients that do not answer the close must not delay the shutdown.
    setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate()
    }, 1_000).unref()
  })
}
