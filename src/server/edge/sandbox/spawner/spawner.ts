import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { spawnerProgram } from '../../../program-paths.ts'
import { SandboxUnavailable } from '../job.ts'
import { killGroup } from './kill-group.ts'
import { addressOf, type SpawnedEnd, type SpawnerMessage, type SpawnOrder, tokenLength } from './messages.ts'

/** A process that the spawner has spawned. It leads a session of its own. */
export interface Spawned {
  readonly pid: number
  /** Its stdin and stdout. */
  readonly pipe: Socket
  /** Resolves once the process has ended and the pipe is closed. */
  readonly ended: Promise<SpawnedEnd>
}

interface Child {
  readonly spawned: PromiseWithResolvers<Spawned>
  readonly ended: PromiseWithResolvers<SpawnedEnd>
  readonly closed: PromiseWithResolvers<void>
  pid?: number
  pipe?: Socket
}

/** Milliseconds in which a connection must send its token. */
const tokenMs = 10_000
const spawnerEnded: SpawnedEnd = { cause: 'the spawner ended', wasKilled: true, errorText: '' }

/** A small process that spawns the runners, so that no fork copies the memory of the server. It ends with the server. */
export class Spawner {
  readonly #process: ChildProcess
  readonly #server: Server
  readonly #children = new Map<string, Child>()
  readonly #end = Promise.withResolvers<void>()

  static async start(): Promise<Spawner> {
    const name = `galley-${randomUUID()}`
    const server = createServer().listen(addressOf(name))
    try {
      await once(server, 'listening')
      const child = spawn(process.execPath, ['--no-warnings', spawnerProgram, name], {
        env: {},
        cwd: '/',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        // Ctrl+C in a terminal must not reach the spawner before the server has ended its calls.
        detached: true,
        windowsHide: true,
      })
      await once(child, 'spawn')
      return new Spawner(child, server)
    } catch (error) {
      server.close()
      throw new SandboxUnavailable(
        `The process that spawns sandbox runners did not start: ${(error as Error).message}`,
      )
    }
  }

  private constructor(child: ChildProcess, server: Server) {
    this.#process = child
    this.#server = server
    server.on('connection', (pipe) => this.#identify(pipe))
    child.on('message', (message: SpawnerMessage) => this.#receive(message))
    child.on('error', () => {})
    child.on('exit', () => this.#endAll())
  }

  get ended(): Promise<void> {
    return this.#end.promise
  }

  /** Spawns a command, which is made for the process that will be its parent. */
  spawn(commandFor: (parent: number) => readonly string[]): Promise<Spawned> {
    const child: Child = {
      spawned: Promise.withResolvers(),
      ended: Promise.withResolvers(),
      closed: Promise.withResolvers(),
    }
    const order: SpawnOrder = { token: randomUUID(), command: commandFor(this.#process.pid!) }
    this.#children.set(order.token, child)
    this.#process.send(order, (error) => {
      if (error) this.#endChild(order.token, spawnerEnded)
    })
    return child.spawned.promise
  }

  /** Ends the spawner, which kills its processes. */
  async close(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect()
    await this.ended
  }

  /** Reads the token of a connection. Other programs of the machine can connect too, but have no token. */
  #identify(pipe: Socket): void {
    pipe.on('error', () => {})
    pipe.setTimeout(tokenMs, () => pipe.destroy())
    const readToken = () => {
      const token: Buffer | null = pipe.read(tokenLength)
      if (!token) return
      pipe.off('readable', readToken)
      pipe.setTimeout(0)
      const child = this.#children.get(token.toString())
      if (!child || child.pipe) return pipe.destroy()
      child.pipe = pipe
      pipe.on('close', child.closed.resolve)
      deliver(child)
    }
    pipe.on('readable', readToken)
  }

  #receive(message: SpawnerMessage): void {
    const child = this.#children.get(message.token)
    if (!child) return
    if (message.kind === 'ended') {
      this.#endChild(message.token, message)
      return
    }
    child.pid = message.pid
    deliver(child)
  }

  #endChild(token: string, { cause, wasKilled, errorText }: SpawnedEnd): void {
    const child = this.#children.get(token)
    if (!child) return
    this.#children.delete(token)
    if (child.pid === undefined) child.pipe?.destroy()
    child.spawned.reject(new SandboxUnavailable(`A sandbox runner did not start: ${cause}`))
    child.ended.resolve({ cause, wasKilled, errorText })
  }

  #endAll(): void {
    this.#server.close()
    for (const [token, { pid, pipe }] of this.#children) {
      if (pid !== undefined) killGroup(pid)
      pipe?.destroy()
      this.#endChild(token, spawnerEnded)
    }
    this.#end.resolve()
  }
}

/** The connection and the process id arrive in any order. */
function deliver({ pid, pipe, spawned, ended, closed }: Child): void {
  if (pid === undefined || !pipe) return
  spawned.resolve({ pid, pipe, ended: closed.promise.then(() => ended.promise) })
}
