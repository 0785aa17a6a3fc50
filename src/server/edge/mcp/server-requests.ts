import { type Endpoint, post, type SessionHeaders } from './exchange.ts'
import type { Incoming } from './wire.ts'

const maxReplies = 8
const timeoutMs = 5_000
const notOffered = { code: -32_601, message: 'This client offers no such method.' }

/**
 * Answers requests of a server during a call: pings are returned, others are refused. Limited in number, so that a server
 * cannot make us send forever.
 */
export function replyTo(endpoint: Endpoint, session: SessionHeaders): (message: Incoming) => void {
  let replies = 0
  return ({ id, method }) => {
    if (id === undefined || id === null || replies++ >= maxReplies) return
    const reply = method === 'ping' ? { id, result: {} } : { id, error: notOffered }
    sendAndForget(endpoint, session, reply)
  }
}

/** Sends a message whose failure has no consequence. */
export function sendAndForget(
  endpoint: Endpoint,
  session: SessionHeaders,
  message: Readonly<Record<string, unknown>>,
): void {
  post(endpoint, session, message, { timeoutMs }).then(
    (answer) => answer.body.cancel(),
    () => undefined,
  )
}
