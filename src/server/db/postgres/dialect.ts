import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { runWithin } from './client.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import { isUnavailable } from './errors.ts'
import { type Statement, sendTogether } from './pipeline.ts'

/** Flags that `enqueue.ts` sets on queries. */
type FlaggedQuery = CompiledQuery & {
  readonly isEnqueued?: boolean
  readonly isCondition?: boolean
  readonly together?: readonly CompiledQuery[]
}

const begin: Statement = { text: 'begin', values: [] }
const commit: Statement = { text: 'commit', values: [] }
/** Maximum number of unsent statements, which bounds their memory. */
const maxUnsent = 64

/** Sends `begin` and enqueued statements together with the next awaited statement, in one message. */
class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #settings: ConnectionSettings
  #unsent: Statement[] = []
  #isBroken = false

  constructor(client: pg.PoolClient, settings: ConnectionSettings) {
    this.#client = client
    this.#settings = settings
  }

  async executeQuery<R>(query: FlaggedQuery): Promise<QueryResult<R>> {
    if (query.isEnqueued && !query.isCondition) {
      this.#unsent.push(statementOf(query))
      if (this.#unsent.length === maxUnsent) await this.#send([])
      return { rows: [] }
    }
    const results = await this.#send((query.together ?? [query]).map(statementOf))
    if (query.together) return { rows: results.map(resultOf) as R[] }
    return resultOf<R>(results[0]!)
  }

  // biome-ignore lint/correctness/useYield: the interface demands a generator; streaming is never used.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('streaming is not supported')
  }

  begin(): void {
    this.#unsent = [begin]
  }

  async commit(): Promise<void> {
    const [end] = await this.#send([commit])
    if (end!.command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollback(): Promise<void> {
    const isUnbegun = this.#unsent[0] === begin
    this.#unsent = []
    // The pool closes a broken connection, on which a rollback would time out too.
    if (isUnbegun || this.#isBroken) return
    try {
      await this.#client.query('rollback')
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }

  /** Sends the pending statements first. Returns only the results of `statements`. */
  async #send(statements: readonly Statement[]): Promise<readonly pg.QueryResult[]> {
    const messages = [...this.#unsent, ...statements]
    this.#unsent = []
    try {
      if (messages.length === 1)
        return [await this.#client.query(messages[0]!.text, [...messages[0]!.values])]
      return (await sendTogether(this.#client, messages, this.#settings)).slice(
        messages.length - statements.length,
      )
    } catch (error) {
      this.#isBroken ||= isUnavailable(error)
      throw error
    }
  }
}

const statementOf = ({ sql, parameters }: CompiledQuery): Statement => ({ text: sql, values: parameters })

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const resultOf = <R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> =>
  changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }

/** @param probeTimeout Milliseconds in which a connection must answer before a query that may take longer; null: no check. */
export function postgresDialect(
  pool: pg.Pool,
  settings: ConnectionSettings,
  probeTimeout: number | null = null,
): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => {
        const client = await pool.connect()
        if (probeTimeout !== null) await probe(client, probeTimeout)
        return new Connection(client, settings)
      },
      beginTransaction: async (connection) => (connection as Connection).begin(),
      commitTransaction: (connection) => (connection as Connection).commit(),
      rollbackTransaction: (connection) => (connection as Connection).rollback(),
      releaseConnection: async (connection) => (connection as Connection).release(),
      destroy: () => pool.end(),
    }),
  }
}

async function probe(client: pg.PoolClient, milliseconds: number): Promise<void> {
  try {
    await runWithin(client, 'select', milliseconds)
  } catch (error) {
    client.release(true)
    throw error
  }
}
