import { isFields } from '../../../engine/json/fields.ts'

/** The part of Centrifugo's bidirectional JSON protocol that subscriptions need. */
export type Command =
  | { readonly kind: 'connect'; readonly id: number; readonly token: string }
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly id: number; readonly channel: string }
  | { readonly kind: 'pong' }
  /** A command that is not supported. */
  | { readonly kind: 'unknown'; readonly id: number }

/** Reads the commands of a message, one a line; null if the message is malformed. */
export function readCommands(message: string): readonly Command[] | null {
  const commands: Command[] = []
  for (const line of message.split('\n', maxCommands + 1)) {
    if (line === '') continue
    const command = readCommand(line)
    if (!command || commands.length === maxCommands) return null
    commands.push(command)
  }
  return commands
}

const maxCommands = 32

function readCommand(line: string): Command | null {
  let command: unknown
  try {
    command = JSON.parse(line)
  } catch {
    return null
  }
  if (!isFields(command)) return null
  if (Object.keys(command).length === 0) return { kind: 'pong' }
  const { id, connect, subscribe, unsubscribe } = command
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null
  if (isFields(connect)) return { kind: 'connect', id, token: textOf(connect['token']) }
  if (isFields(subscribe)) return { kind: 'subscribe', id, channel: textOf(subscribe['channel']) }
  if (isFields(unsubscribe)) return { kind: 'unsubscribe', id, channel: textOf(unsubscribe['channel']) }
  return { kind: 'unknown', id }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Errors with the codes of the protocol. */
export const errors = {
  permissionDenied: { code: 103, message: 'permission denied' },
  alreadySubscribed: { code: 105, message: 'already subscribed' },
  notAvailable: { code: 108, message: 'not available' },
  tokenExpired: { code: 109, message: 'token expired' },
} as const

/** Reasons for closing, with the codes of the protocol. From 3500 on, clients do not reconnect. */
export const closeReasons = {
  shutdown: { code: 3001, reason: 'shutdown' },
  slow: { code: 3008, reason: 'slow' },
  noPong: { code: 3012, reason: 'no pong' },
  tooMany: { code: 3013, reason: 'too many connections of the workspace' },
  invalidToken: { code: 3500, reason: 'invalid token' },
  badRequest: { code: 3501, reason: 'bad request' },
  stale: { code: 3502, reason: 'stale' },
} as const

export type CloseReason = (typeof closeReasons)[keyof typeof closeReasons]
