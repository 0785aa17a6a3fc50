import { type Endpoint, post, type SessionHeaders } from './exchange.ts'
import type { Incoming } from './wire.ts'

const maxReplies = 8
const timeoutMs = 5_000
const notOffered = { code: -32_601, message: 'This client offers no such method.' }

/**
 * Answers requests that the server sends during a call: a ping is answered, others are refused. Their number is
 * limited, so that a server cannot make Galley send forever.
 */
export function replyTo(endpoint: Endpoint, session: SessionHeaders): (message: Incoming) => void {
  let replies = 0
  return ({ id, method }) => {
    if (id === undefined || id === null || replies++ >= maxReplies) return
    const reply = method === 'ping' ? { id, result: {} } : { id, error: notOffered }
    sendAndForget(endpoint, session, reply)
  }
}

/** Sends a message and ignores whether that fails. */
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
