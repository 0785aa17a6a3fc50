import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Permits } from '../../pacing/permits.ts'
import { permitForQuery } from '../permit-for-query.ts'
import { QueryTooSlowError } from '../store.ts'
import { type Done, Query, runWithin, withTimeout } from './client.ts'

/**
 * Rows a fetch: each fetch is parsed in one piece, which would block the main thread for 5 to 10 ms for a dashboard of a
 * million requests.
 */
const rowsPerFetch = 200

interface Wire {
  sync(): void
}

class PacedQuery extends Query {
  /** After an error the server ignores all messages until a Sync, which the driver has not sent yet. */
  override handleError(error: Error, wire: Wire): void {
    wire.sync()
    super.handleError(error, wire)
  }
}

function runPaced(
  client: pg.ClientBase,
  { sql: text, parameters }: CompiledQuery,
  timeout: number,
): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  const config = { text, values: [...parameters], rows: rowsPerFetch }
  const done: Done = (error, result) => (error ? reject(error) : resolve(result!))
  client.query(new PacedQuery(config, undefined, withTimeout(timeout, done)) as never)
  return promise
}

const canceled = '57014'
/** Each query is planned again, so JIT does not pay. No parallel workers, to leave cores to logging. */
const settings =
  "set local jit = off; set local work_mem = '32MB'; set local max_parallel_workers_per_gather = 0"

export interface TimedQueryPool {
  readonly pool: pg.Pool
  /** Fewer than the pool's connections, so that lists never wait for a timed query. */
  readonly permits: Permits
  /** Client-side timeout in milliseconds, in case PostgreSQL does not enforce its own. */
  readonly timeout: number
  /** Milliseconds in which the transaction must begin. */
  readonly beginTimeout: number
}

/** Rejects with QueryTooSlowError after the time limit, which includes the wait for a permit. */
export async function runTimedQuery<Row>(
  pool: TimedQueryPool,
  query: CompiledQuery<Row>,
  milliseconds: number,
): Promise<Row[]> {
  const deadline = performance.now() + milliseconds
  const release = await permitForQuery(pool.permits, milliseconds)
  try {
    return await runWithPermit(pool, query, deadline - performance.now())
  } finally {
    release()
  }
}

async function runWithPermit<Row>(
  { pool, timeout, beginTimeout }: TimedQueryPool,
  query: CompiledQuery<Row>,
  milliseconds: number,
): Promise<Row[]> {
  const client = await pool.connect()
  const wholeMilliseconds = Math.max(1, Math.ceil(milliseconds))
  try {
    const begin = `begin read only; set local statement_timeout = ${wholeMilliseconds}; ${settings}`
    await runWithin(client, begin, beginTimeout)
    const { rows } = await runPaced(client, query, timeout)
    // A read has nothing to commit, so the result does not wait for it.
    client.query('commit').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
    return rows as Row[]
  } catch (error) {
    const isSlow = (error as { code?: string }).code === canceled
    // A cancelled statement leaves the connection sound; a new connection would take longer than most queries.
    const isSound =
      isSlow &&
      (await client.query('rollback').then(
        () => true,
        () => false,
      ))
    client.release(!isSound)
    throw isSlow ? new QueryTooSlowError((error as Error).message) : error
  }
}
