import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../src/server/config/config.ts'
import { migratedStorage } from '../kit/app.ts'
import {
  type Environment,
  environmentOf,
  type GalleyServer,
  killed,
  startServer,
  stopped,
} from '../start/galley-process.ts'

type Storage = Awaited<ReturnType<typeof migratedStorage>>

/** A server that is killed and restarted while its clients continue. */
export class RestartingServer {
  readonly #environment: Environment
  #current: Promise<GalleyServer>
  /** Milliseconds from each start until the server listened. */
  readonly readyAfter: number[] = []

  readonly config: Config
  readonly #drop: () => Promise<void>

  private constructor({ config, drop }: Storage, environment: Environment) {
    this.config = config
    this.#drop = drop
    this.#environment = environment
    this.#current = this.#start()
  }

  /** Starts a server over fresh storage, which `stop` deletes. */
  static async start(key: string, environment: Environment = {}): Promise<RestartingServer> {
    const storage = await migratedStorage()
    return new RestartingServer(storage, {
      ...environment,
      ...environmentOf(storage.config, key),
    })
  }

  /** The address of the running server, once there is one. */
  async address(): Promise<string> {
    return (await this.#current).address
  }

  async kill(): Promise<void> {
    const server = await this.#current
    // From here on, clients wait for the next server, so that none reaches another process on the old port.
    this.#current = killed(server).then(() => this.#start())
    await this.#current
  }

  /** Kills the server several times while the clients work. Each client ends once `isOver` is true. */
  async killWhile(
    kills: number,
    clients: (isOver: () => boolean) => readonly Promise<void>[],
    pause: (kill: number) => Promise<unknown> = () => delay(100 + Math.random() * 600),
  ): Promise<void> {
    await this.#current
    let isOver = false
    const killing = async () => {
      try {
        for (let count = 1; count <= kills; count++) {
          // The kill may come at any moment of the work, so no event can be awaited.
          await pause(count)
          await this.kill()
        }
      } finally {
        isOver = true
      }
    }
    await Promise.all([killing(), ...clients(() => isOver)])
  }

  async stop(): Promise<void> {
    await stopped(await this.#current)
    await this.#drop()
  }

  async #start(): Promise<GalleyServer> {
    const server = await startServer(this.#environment)
    this.readyAfter.push(server.readyAfter)
    return server
  }
}
