import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Permits } from '../../pacing/permits.ts'

export type Done<Result = pg.QueryResult> = (error: Error | null, result?: Result) => void

/** The driver's query class, with members that its types leave out. */
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

/** A callback for one result. Calls it with a timeout error after `milliseconds` without progress. */
export interface TimedDone<Result> extends Done<Result> {
  /** Restarts the timeout, because the server has sent a part. */
  progress(): void
}

export function withTimeout<Result>(milliseconds: number, done: Done<Result>): TimedDone<Result> {
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    done(new Error('Query read timeout'))
  }, milliseconds)
  const finish: Done<Result> = (error, result) => {
    clearTimeout(timer)
    if (!isTimedOut) done(error, result)
  }
  return Object.assign(finish, {
    progress: () => {
      if (!isTimedOut) timer.refresh()
    },
  })
}

/** Runs a text without parameters, with a timeout of its own. */
export function runWithin(client: pg.ClientBase, text: string, milliseconds: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const done: Done = (error) => (error ? reject(error) : resolve())
  client.query(new Query(text, undefined, withTimeout(milliseconds, done)) as never)
  return promise
}

/** The socket of a client, which the driver's types leave out. */
interface DriverSocket {
  readonly connection: { readonly stream: Socket }
}

interface DriverClient {
  query(query: unknown): unknown
}

const DriverClient = pg.Client as unknown as new (config: pg.ClientConfig) => DriverClient

/**
 * Sets callbacks in the query's constructor. The driver sets them later, which kept each query with its values and
 * results (17 kB a log call) alive until the next major collection. Queries of other classes have their own timeout.
 */
class TimeoutClient extends DriverClient {
  readonly #timeout: number

  constructor({ query_timeout, ...config }: pg.ClientConfig) {
    super(config)
    this.#timeout = query_timeout!
  }

  override query(config: unknown, values?: readonly unknown[], done?: Done): unknown {
    if (typeof config === 'object' && config && 'submit' in config) return super.query(config)
    if (done) return super.query(this.#queryOf(config, values, done))
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
    const finish: Done = (error, result) => (error ? reject(error) : resolve(result!))
    super.query(this.#queryOf(config, values, finish))
    return promise
  }

  #queryOf(config: unknown, values: readonly unknown[] | undefined, done: Done): DriverQuery {
    return new Query(config as pg.QueryConfig, values, withTimeout(this.#timeout, done))
  }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: never) => void

/** A pool whose connections are shared fairly between workspaces. */
export class FairPool extends pg.Pool {
  readonly #permits: Permits
  readonly #timeout: number
  readonly #max: number
  readonly #otherPool: FairPool | null
  #growTimer: NodeJS.Timeout | null = null
  readonly #open = new Set<pg.PoolClient>()
  #isGivingUp = false

  /**
   * @param perWorkspace The greatest number of connections of one workspace.
   * @param otherPool A pool that gives up a connection when PostgreSQL admits none to this one.
   */
  constructor(perWorkspace: number, otherPool: FairPool | null, config: pg.PoolConfig) {
    super({ ...config, Client: TimeoutClient as unknown as NonNullable<pg.PoolConfig['Client']> })
    this.#otherPool = otherPool
    this.#max = config.max!
    this.#permits = new Permits(config.max!, perWorkspace)
    this.#timeout = config.connectionTimeoutMillis!
    this.on('connect', (client) => this.#open.add(client))
    this.on('remove', (client) => this.#open.delete(client))
  }

  /** Ends the connections, and cuts those of a database that does not answer within the timeout. */
  async close(): Promise<void> {
    // The driver resolves this before the connections have ended.
    await this.end()
    const signal = AbortSignal.timeout(this.#timeout)
    while (this.#open.size > 0 && !signal.aborted) await once(this, 'remove', { signal }).catch(ignore)
    for (const client of this.#open) (client as unknown as DriverSocket).connection.stream.destroy()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect()
    if (!connected) return connecting
    connecting.then(
      (client) => connected(undefined, client, client.release.bind(client) as never),
      (error: Error) => connected(error, undefined, ignore as never),
    )
    return undefined
  }

  async #connect(): Promise<pg.PoolClient> {
    const releasePermit = await this.#permits.take(this.#timeout).catch(() => {
      throw new Error('timeout exceeded when trying to connect')
    })
    try {
      return releasingPermit(await this.#connectWhenAdmitted(), releasePermit)
    } catch (error) {
      releasePermit()
      throw error
    }
  }

  /** Opens a connection. While PostgreSQL admits no more of them, waits for one of the pool. */
  async #connectWhenAdmitted(): Promise<pg.PoolClient> {
    const deadline = performance.now() + this.#timeout
    for (;;) {
      try {
        return await super.connect()
      } catch (error) {
        if (!isTooManyConnections(error) || performance.now() > deadline) throw error
        this.#limitTo(this.totalCount)
        if (this.totalCount === 0) this.#otherPool?.giveUpOne().catch(ignore)
        await sleep(retryConnectAfter)
      }
    }
  }

  /** Closes a connection as soon as one is free; an idle one would stay open for ten seconds. */
  async giveUpOne(): Promise<void> {
    if (this.#isGivingUp || this.totalCount < 2) return
    this.#isGivingUp = true
    try {
      const client = await this.#connect()
      this.#limitTo(this.totalCount - 1)
      client.release(true)
    } finally {
      this.#isGivingUp = false
    }
  }

  /** Limits the pool for a while, so that callers wait for an open connection and do not ask PostgreSQL for more. */
  #limitTo(open: number): void {
    this.options.max = Math.max(1, open)
    this.#growTimer ??= setTimeout(() => {
      this.#growTimer = null
      this.options.max = this.#max
    }, growAfter).unref()
  }
}

/** Milliseconds between attempts to connect. */
const retryConnectAfter = 50
const growAfter = 2_000

/** `max_connections` is reached, or the limit of the role or the database. */
export const isTooManyConnections = (error: unknown): boolean =>
  (error as { code?: unknown }).code === '53300'

const ignore = () => {}

/** The pool sets a new `release` on the client each time. */
function releasingPermit(client: pg.PoolClient, releasePermit: () => void): pg.PoolClient {
  const { release } = client
  client.release = (error) => {
    release.call(client, error)
    releasePermit()
  }
  return client
}
