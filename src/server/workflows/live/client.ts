import { randomUUID } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'
import type { Context } from '../../context.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { type Channel, readChannel } from './channel.ts'
import { type CloseReason, type Command, closeReasons, errors, readCommands } from './protocol.ts'
import { type Grant, openToken, type TokenCaller } from './token.ts'

const pingInterval = 25_000
/** Milliseconds in which a client must authenticate. */
const authenticationTimeout = 10_000
/** Buffered bytes from which a slow client is disconnected. */
const maxBuffered = 1024 * 1024

/** Subscribes to a channel. Returns the function that unsubscribes. */
export type Listen = (
  workspace: WorkspaceId,
  channel: Channel,
  deliver: (message: object) => void,
) => () => void

/** One connection. The client presents a token and subscribes to its channel; pings are answered. */
export class Client {
  readonly #socket: WebSocket
  readonly #context: Pick<Context, 'secrets' | 'now'>
  readonly #listen: Listen
  readonly #isFull: (workspace: WorkspaceId) => boolean
  #grant: Grant | null = null
  #stopListening: (() => void) | null = null
  #hasPonged = true
  #timer: NodeJS.Timeout

  constructor(
    socket: WebSocket,
    context: Pick<Context, 'secrets' | 'now'>,
    listen: Listen,
    isFull: (workspace: WorkspaceId) => boolean,
  ) {
    this.#socket = socket
    this.#context = context
    this.#listen = listen
    this.#isFull = isFull
    this.#timer = setTimeout(() => this.close(closeReasons.stale), authenticationTimeout)
    socket.on('message', (data, isBinary) => this.#read(data, isBinary))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#stop())
  }

  /** The key or session of the connection; null before the token. */
  get caller(): TokenCaller | null {
    return this.#grant?.caller ?? null
  }

  /** The workspace of the connection; null before the token. */
  get workspace(): WorkspaceId | null {
    return this.#grant?.workspace ?? null
  }

  close({ code, reason }: CloseReason): void {
    this.#stop()
    this.#socket.close(code, reason)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#stopListening?.()
    this.#stopListening = null
  }

  #read(data: RawData, isBinary: boolean) {
    const commands = isBinary ? null : readCommands(String(data))
    if (!commands) return this.close(closeReasons.badRequest)
    for (const command of commands) {
      if (this.#socket.readyState !== this.#socket.OPEN) return
      this.#answer(command)
    }
  }

  #answer(command: Command) {
    if (command.kind === 'pong') this.#hasPonged = true
    else if (command.kind === 'connect') this.#connect(command.id, command.token)
    else if (!this.#grant) this.close(closeReasons.badRequest)
    else if (command.kind === 'subscribe') this.#subscribe(command.id, command.channel, this.#grant)
    else if (command.kind === 'unsubscribe') {
      this.#stopListening?.()
      this.#stopListening = null
      this.#send({ id: command.id, unsubscribe: {} })
    } else this.#send({ id: command.id, error: errors.notAvailable })
  }

  #connect(id: number, token: string) {
    const grant = this.#grant ? null : openToken(this.#context.secrets, token)
    if (!grant) return this.close(this.#grant ? closeReasons.badRequest : closeReasons.invalidToken)
    if (grant.expires <= this.#context.now()) return this.#send({ id, error: errors.tokenExpired })
    if (this.#isFull(grant.workspace)) return this.close(closeReasons.tooMany)
    this.#grant = grant
    clearTimeout(this.#timer)
    this.#timer = setInterval(() => this.#ping(), pingInterval)
    const ping = pingInterval / 1000
    this.#send({ id, connect: { client: randomUUID(), version: 'galley', ping, pong: true } })
  }

  #subscribe(id: number, name: string, { workspace, channel: granted }: Grant) {
    const channel = name === granted ? readChannel(name) : null
    if (!channel) return this.#send({ id, error: errors.permissionDenied })
    if (this.#stopListening) return this.#send({ id, error: errors.alreadySubscribed })
    this.#send({ id, subscribe: {} })
    this.#stopListening = this.#listen(workspace, channel, (data) =>
      this.#send({ push: { channel: name, pub: { data } } }),
    )
  }

  #ping() {
    if (!this.#hasPonged) return this.close(closeReasons.noPong)
    this.#hasPonged = false
    this.#send({})
  }

  #send(reply: object) {
    if (this.#socket.bufferedAmount > maxBuffered) return this.close(closeReasons.slow)
    this.#socket.send(JSON.stringify(reply))
  }
}
