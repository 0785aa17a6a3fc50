import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { mock } from 'node:test'

export interface Loopback {
  readonly port: number
  readonly hits: () => number
  stop(): Promise<void>
}

/** A server on this machine that counts its calls. */
export async function loopback(
  listener: RequestListener,
  address = '127.0.0.1',
  port = 0,
): Promise<Loopback> {
  let hits = 0
  const server = createServer((request, response) => {
    hits++
    listener(request, response)
  })
  return listen(server, address, port, () => hits)
}

/** As `loopback`, on raw TCP, for answers that HTTP libraries cannot send. */
export async function rawLoopback(talk: (socket: net.Socket) => void): Promise<Loopback> {
  let hits = 0
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    hits++
    sockets.add(socket.on('error', () => undefined))
    socket.once('data', () => talk(socket))
  })
  const started = await listen(server, '127.0.0.1', 0, () => hits)
  return {
    ...started,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return started.stop()
    },
  }
}

async function listen(server: net.Server, address: string, port: number, hits: () => number) {
  server.listen(port, address)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    hits,
    async stop() {
      ;(server as Partial<Server>).closeAllConnections?.()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Records every address that a socket of this process connects to, and stops connections that would leave the machine.
 */
export function watchConnections(): { readonly attempts: string[]; restore(): void } {
  const attempts: string[] = []
  const connect = net.Socket.prototype.connect
  const watched = mock.method(
    net.Socket.prototype,
    'connect',
    function (this: net.Socket, ...args: unknown[]) {
      this.prependListener('connectionAttempt', (address: string) => {
        attempts.push(address)
        if (!/^(127\.|::1$)/.test(address)) this.destroy(new Error(`would connect to ${address}`))
      })
      return Reflect.apply(connect, this, args)
    },
  )
  return { attempts, restore: () => watched.mock.restore() }
}

/** Resolves the names of a table. Other names do not exist. */
export const resolverOf =
  (table: Readonly<Record<string, readonly string[]>>) =>
  async (host: string): Promise<readonly string[]> => {
    const addresses = table[host]
    if (!addresses) throw Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' })
    return addresses
  }
