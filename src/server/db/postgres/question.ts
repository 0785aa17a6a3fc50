import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Permits } from '../../permits.ts'
import { permitForQuestion } from '../permit-for-question.ts'
import { QueryTooSlowError } from '../store.ts'
import { type Done, inTime, Query } from './client.ts'

/**
 * Rows that come at once: what has come is parsed in one piece, and a dashboard of a million requests is 5 to 10 ms of
 * the main thread.
 */
const rowsAtOnce = 200

interface Wire {
  sync(): void
}

class PacedQuery extends Query {
  /** The driver has not sent the end of the message yet, and until then the server passes over everything. */
  override handleError(error: Error, wire: Wire): void {
    wire.sync()
    super.handleError(error, wire)
  }
}

function runPaced(
  client: pg.ClientBase,
  { sql: text, parameters }: CompiledQuery,
  patience: number,
): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  const config = { text, values: [...parameters], rows: rowsAtOnce }
  const settle: Done = (error, result) => (error ? reject(error) : resolve(result!))
  client.query(new PacedQuery(config, undefined, inTime(patience, settle)) as never)
  return promise
}

const canceled = '57014'
/** Plans are made anew each time, and one process each: cores are left to those who log. */
const settingsOfQuestions =
  "set local jit = off; set local work_mem = '32MB'; set local max_parallel_workers_per_gather = 0"

export interface Asking {
  readonly pool: pg.Pool
  /** Fewer than the pool has connections: other reads wait for no question. */
  readonly permits: Permits
  /** Milliseconds, for a PostgreSQL that does not say that the time is over. */
  readonly patience: number
}

/** Rejects with QueryTooSlowError once the time is over; waiting until others are done is part of it. */
export async function ask<Row>(
  asking: Asking,
  query: CompiledQuery<Row>,
  milliseconds: number,
): Promise<Row[]> {
  const until = performance.now() + milliseconds
  const release = await permitForQuestion(asking.permits, milliseconds)
  try {
    return await askWithPermit(asking, query, until - performance.now())
  } finally {
    release()
  }
}

async function askWithPermit<Row>(
  { pool, patience }: Asking,
  query: CompiledQuery<Row>,
  milliseconds: number,
): Promise<Row[]> {
  const client = await pool.connect()
  const left = Math.max(1, Math.ceil(milliseconds))
  try {
    await client.query(`begin read only; set local statement_timeout = ${left}; ${settingsOfQuestions}`)
    const { rows } = await runPaced(client, query, patience)
    // Nothing was written, so nobody waits for the end of it.
    client.query('commit').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
    return rows as Row[]
  } catch (error) {
    const isSlow = (error as { code?: string }).code === canceled
    // What was stopped leaves a sound connection behind; a new one takes longer than most questions.
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
