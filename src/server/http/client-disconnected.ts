import type { FastifyReply, FastifyRequest } from 'fastify'

/** The client disconnected before the response. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected'
}

const signals = new WeakMap<FastifyReply, AbortSignal>()

/** Returns a signal that aborts with ClientDisconnected if the connection closes before the response is complete. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const cached = signals.get(reply)
  if (cached) return cached
  const controller = new AbortController()
  const { raw } = reply
  const check = () => {
    if (!raw.writableFinished) controller.abort(new ClientDisconnected('The client has disconnected.'))
  }
  if (raw.destroyed) check()
  else raw.once('close', check)
  signals.set(reply, controller.signal)
  return controller.signal
}

const endedConnection = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

/** True if the call failed because the client disconnected before its body was complete. */
export const hasHungUp = (request: FastifyRequest, error: unknown): boolean =>
  request.raw.readableAborted && endedConnection.has((error as { code?: string }).code ?? '')
