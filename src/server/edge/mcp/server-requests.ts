import { type Endpoint, post, type SessionHeaders } from './exchange.ts'
import type { Incoming } from './wire.ts'

const maxReplies = 8
const timeoutMs = 5_000
const notOffered = { code: -32_601, message: 'This client offers no such method.' }

/**
 * Answers what a server asks in the course of a call: a ping is returned, anything else is not on offer. Only the
 * first few, or a server could have us send without end.
 */
export function replyTo(endpoint: Endpoint, session: SessionHeaders): (message: Incoming) => void {
  let replies = 0
  return ({ id, method }) => {
    if (id === undefined || id === null || replies++ >= maxReplies) return
    const reply = method === 'ping' ? { id, result: {} } : { id, error: notOffered }
    sendAndForget(endpoint, session, reply)
  }
}

/** For messages whose fate changes nothing here. */
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
