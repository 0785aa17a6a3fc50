import { type Environment, type GalleyServer, killed, startServer, stopped } from '../start/galley-process.ts'

/** A server that is killed and started again while its clients go on. */
export class RestartingServer {
  readonly #environment: Environment
  #current: Promise<GalleyServer>
  /** Milliseconds from each start until it listened. */
  readonly readyAfter: number[] = []

  constructor(environment: Environment) {
    this.#environment = environment
    this.#current = this.#start()
  }

  /** Where the server is, as soon as there is one. */
  async address(): Promise<string> {
    return (await this.#current).address
  }

  async kill(): Promise<void> {
    const server = await this.#current
    // From here on clients wait for the next one, so none of them meets a stranger on the old port.
    this.#current = killed(server).then(() => this.#start())
    await this.#current
  }

  async stop(): Promise<void> {
    await stopped(await this.#current)
  }

  async #start(): Promise<GalleyServer> {
    const server = await startServer(this.#environment)
    this.readyAfter.push(server.readyAfter)
    return server
  }
}
