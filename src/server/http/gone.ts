import type { FastifyReply } from 'fastify'

/** The client went away before it had its answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

const signals = new WeakMap<FastifyReply, AbortSignal>()

/** Aborted with ClientGone when the connection closes before the answer is complete. */
export function goneSignalOf(reply: FastifyReply): AbortSignal {
  const known = signals.get(reply)
  if (known) return known
  const gone = new AbortController()
  const { raw } = reply
  const check = () => {
    if (!raw.writableFinished) gone.abort(new ClientGone('The client is gone.'))
  }
  if (raw.destroyed) check()
  else raw.once('close', check)
  signals.set(reply, gone.signal)
  return gone.signal
}
