import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that can be cut, as if the server had stopped, or frozen, as if it hung. */
export class TcpProxy {
  readonly #target: { host: string; port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | null = null
  #port = 0
  #isFrozen = false

  constructor(target: { host: string; port: number }) {
    this.#target = target
  }

  get port(): number {
    return this.#port
  }

  async open(): Promise<void> {
    this.#server = createServer((client) => this.#join(client)).listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Ends every connection and refuses new ones. */
  async cut(): Promise<void> {
    const server = this.#server
    this.#server = null
    for (const socket of this.#sockets) socket.destroy()
    if (!server) return
    server.close()
    await once(server, 'close')
  }

  /** Keeps connections and accepts new ones, but forwards nothing. */
  freeze(): void {
    this.#isFrozen = true
    for (const socket of this.#sockets) socket.pause()
  }

  thaw(): void {
    this.#isFrozen = false
    for (const socket of this.#sockets) socket.resume()
  }

  #join(client: Socket) {
    const upstream = connect(this.#target)
    this.#carry(client, upstream)
    this.#carry(upstream, client)
  }

  #carry(from: Socket, to: Socket) {
    this.#sockets.add(from)
    from.on('data', (data) => to.write(data))
    from.on('error', () => {})
    from.on('close', () => {
      this.#sockets.delete(from)
      to.destroy()
    })
    if (this.#isFrozen) from.pause()
  }
}
