import type { CompiledQuery, QueryResult } from 'kysely'
import { ConditionFailedError, type Database, type Tx } from './store.ts'

/**
 * On SQLite each statement of a transaction crosses to the writer thread, and an answer comes back when the event
 * loop gets round to it: meanwhile the open transaction holds up everybody who writes. On PostgreSQL each is a way there
 * and back: these go with the next one that is waited for.
 */

interface Compilable<R> {
  compile(): CompiledQuery<R>
}

/**
 * A statement whose result nobody needs. When it fails, every later statement of the transaction and its commit
 * fail for the same reason.
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

/** As `enqueue`; changing no row is failing, with ConditionFailedError. */
export async function enqueueCondition(tx: Tx, query: Compilable<unknown>): Promise<void> {
  const condition: CompiledQuery & { isCondition: true } = { ...enqueued(query.compile()), isCondition: true }
  const { numAffectedRows } = await tx.executeQuery(condition)
  if (numAffectedRows === 0n) throw new ConditionFailedError()
}

type Results<Q> = { -readonly [K in keyof Q]: Q[K] extends Compilable<infer R> ? QueryResult<R> : never }

/** The results of some statements that are run one after the other and do not need each other's. */
export async function together<const Q extends readonly Compilable<unknown>[]>(
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
