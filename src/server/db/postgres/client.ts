import pg from 'pg'
import { Permits } from '../../permits.ts'

export type Done<Result = pg.QueryResult> = (error: Error | null, result?: Result) => void

/** The driver's query with what its types leave out. */
export const Query = pg.Query as unknown as new (
  config: string | (pg.QueryConfig & { rows?: number }),
  values: readonly unknown[] | undefined,
  done: Done<never> | undefined,
) => DriverQuery

export interface DriverQuery {
  readonly portal: string
  readonly _results: pg.QueryResult
  callback(error: null, results: unknown): void
  requiresPreparation(): boolean
  prepare(wire: object): void
  submit(wire: object): Error | null
  handleRowDescription(message: object): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object, wire: object): void
  handleReadyForQuery(wire: object): void
  handleError(error: Error, wire: object): void
}

/** A `done` that is called once: with what comes, or with an error after so many milliseconds without progress. */
export interface TimedDone<Result> extends Done<Result> {
  /** The server has answered a part: the time begins anew. */
  progress(): void
}

export function inTime<Result>(milliseconds: number, done: Done<Result>): TimedDone<Result> {
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    done(new Error('Query read timeout'))
  }, milliseconds)
  const settle: Done<Result> = (error, result) => {
    clearTimeout(timer)
    if (!isOver) done(error, result)
  }
  return Object.assign(settle, {
    progress: () => {
      if (!isOver) timer.refresh()
    },
  })
}

interface DriverClient {
  query(query: unknown): unknown
}

const DriverClient = pg.Client as unknown as new (config: pg.ClientConfig) => DriverClient

/**
 * The driver's client, whose queries know from their beginning whom to call at their end. It would set that
 * afterwards, for the promise and again for the timeout, and each query set so lived until the next major collection,
 * with its values and results: 17 kB of each log call. Whoever brings a query of another kind sees to its time.
 */
class PatientClient extends DriverClient {
  readonly #patience: number

  constructor({ query_timeout, ...config }: pg.ClientConfig) {
    super(config)
    this.#patience = query_timeout!
  }

  override query(config: unknown, values?: readonly unknown[], done?: Done): unknown {
    if (typeof config === 'object' && config && 'submit' in config) return super.query(config)
    if (done) return super.query(this.#queryOf(config, values, done))
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
    const settle: Done = (error, result) => (error ? reject(error) : resolve(result!))
    super.query(this.#queryOf(config, values, settle))
    return promise
  }

  #queryOf(config: unknown, values: readonly unknown[] | undefined, done: Done): DriverQuery {
    return new Query(config as pg.QueryConfig, values, inTime(this.#patience, done))
  }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: never) => void

/** A pool of such clients, whose connections workspaces take in turns. */
class FairPool extends pg.Pool {
  readonly #permits: Permits
  readonly #patience: number

  constructor(mostOfOne: number, config: pg.PoolConfig) {
    super(config)
    this.#permits = new Permits(config.max!, mostOfOne)
    this.#patience = config.connectionTimeoutMillis!
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect()
    if (!connected) return connecting
    connecting.then(
      (client) => connected(undefined, client, client.release.bind(client) as never),
      (error: Error) => connected(error, undefined, nothing as never),
    )
    return undefined
  }

  async #connect(): Promise<pg.PoolClient> {
    const releasePermit = await this.#permits.take(this.#patience).catch(() => {
      throw new Error('timeout exceeded when trying to connect')
    })
    try {
      return releasingPermit(await super.connect(), releasePermit)
    } catch (error) {
      releasePermit()
      throw error
    }
  }
}

const nothing = () => {}

/** The pool gives a client a new `release` each time. */
function releasingPermit(client: pg.PoolClient, releasePermit: () => void): pg.PoolClient {
  const { release } = client
  client.release = (error) => {
    release.call(client, error)
    releasePermit()
  }
  return client
}

/** `mostOfOne`: connections that one workspace may have at once. */
export const openPool = (mostOfOne: number, config: pg.PoolConfig): pg.Pool =>
  new FairPool(mostOfOne, {
    ...config,
    Client: PatientClient as unknown as NonNullable<pg.PoolConfig['Client']>,
  })
