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
import { type Manner, type Statement, sendTogether } from './pipeline.ts'

/** How a query is to be asked, where that is not the usual way: see `enqueue.ts`. */
type Asked = CompiledQuery & {
  readonly isEnqueued?: boolean
  readonly isCondition?: boolean
  readonly together?: readonly CompiledQuery[]
}

const begin: Statement = { text: 'begin', values: [] }
const commit: Statement = { text: 'commit', values: [] }
/** Nobody waits for them, but memory is not without end. */
const mostUnsent = 64

/**
 * What nobody waits for (the beginning of a transaction, statements that are enqueued) goes with the next statement whose
 * result is asked for, in one message.
 */
class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #manner: Manner
  readonly #isUnavailable: IsUnavailable
  #unsent: Statement[] = []
  #isBroken = false

  constructor(client: pg.PoolClient, manner: Manner, isUnavailable: IsUnavailable) {
    this.#client = client
    this.#manner = manner
    this.#isUnavailable = isUnavailable
  }

  async executeQuery<R>(query: Asked): Promise<QueryResult<R>> {
    if (query.isEnqueued && !query.isCondition) {
      this.#unsent.push(statementOf(query))
      if (this.#unsent.length === mostUnsent) await this.#send([])
      return { rows: [] }
    }
    const results = await this.#send((query.together ?? [query]).map(statementOf))
    if (query.together) return { rows: results.map(resultOf) as R[] }
    return resultOf<R>(results[0]!)
  }

  // biome-ignore lint/correctness/useYield: the face demands a generator; streaming is offered nowhere.
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
    // A connection that does not answer is closed; asking it to roll back would take its patience again.
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

  /** Gives the results of these, without those of what went before them. */
  async #send(statements: readonly Statement[]): Promise<readonly pg.QueryResult[]> {
    const sent = [...this.#unsent, ...statements]
    this.#unsent = []
    try {
      if (sent.length === 1) return [await this.#client.query(sent[0]!.text, [...sent[0]!.values])]
      return (await sendTogether(this.#client, sent, this.#manner)).slice(sent.length - statements.length)
    } catch (error) {
      this.#isBroken ||= this.#isUnavailable(error)
      throw error
    }
  }
}

/** Whether the error says that the database is out of reach. */
type IsUnavailable = (error: unknown) => boolean

const statementOf = ({ sql, parameters }: CompiledQuery): Statement => ({ text: sql, values: parameters })

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const resultOf = <R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> =>
  changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }

export function postgresDialect(pool: pg.Pool, manner: Manner, isUnavailable: IsUnavailable): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => new Connection(await pool.connect(), manner, isUnavailable),
      beginTransaction: async (connection) => (connection as Connection).begin(),
      commitTransaction: (connection) => (connection as Connection).commit(),
      rollbackTransaction: (connection) => (connection as Connection).rollback(),
      releaseConnection: async (connection) => (connection as Connection).release(),
      destroy: () => pool.end(),
    }),
  }
}
