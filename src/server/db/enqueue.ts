import type { CompiledQuery, QueryResult } from 'kysely'
import { ConditionFailedError, type Database, type Tx } from './store.ts'

/**
 * Enqueued statements are not awaited. Awaiting each statement of a transaction costs a turn of the event loop on
 * SQLite, during which the writer is blocked, and a round trip on PostgreSQL. PostgreSQL gets enqueued statements
 * together with the next awaited statement.
 */

interface Compilable<R> {
  compile(): CompiledQuery<R>
}

/**
 * Adds a statement to a transaction without awaiting it. If the statement fails, all later statements and the commit
 * fail too.
 */
export async function enqueue(tx: Tx, query: Compilable<unknown>): Promise<void> {
  await enqueueCompiled(tx, query.compile())
}

export async function enqueueCompiled(tx: Tx, query: CompiledQuery): Promise<void> {
  await tx.executeQuery(enqueued(query))
}

const enqueued = (query: CompiledQuery): CompiledQuery & { isEnqueued: true } => ({
  ...query,
  isEnqueued: true,
})

/** As `enqueue`, but fails with ConditionFailedError if the statement changes no row. */
export async function enqueueCondition(tx: Tx, query: Compilable<unknown>): Promise<void> {
  const condition: CompiledQuery & { isCondition: true } = { ...enqueued(query.compile()), isCondition: true }
  const { numAffectedRows } = await tx.executeQuery(condition)
  if (numAffectedRows === 0n) throw new ConditionFailedError()
}

type Results<Q> = { -readonly [K in keyof Q]: Q[K] extends Compilable<infer R> ? QueryResult<R> : never }

/** Runs independent statements in order, in one round trip, and returns all results. */
export async function queryTogether<const Q extends readonly Compilable<unknown>[]>(
  tx: Database | Tx,
  queries: Q,
): Promise<Results<Q>> {
  const [first, ...others] = queries.map((query) => query.compile())
  if (!first) return [] as Results<Q>
  const all: CompiledQuery & { together: readonly CompiledQuery[] } = {
    ...first,
    together: [first, ...others],
  }
  return (await tx.executeQuery(all)).rows as Results<Q>
}
