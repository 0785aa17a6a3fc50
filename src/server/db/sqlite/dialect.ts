import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Statement } from './messages.ts'
import type { StatementResult } from './statements.ts'
import type { SqliteWriter } from './writer.ts'

type Turn = Awaited<ReturnType<SqliteWriter['takeTurn']>>

/** Null if the result is not awaited. */
type Run = (query: CompiledQuery) => StatementResult | Promise<StatementResult> | null

/** Flags that `enqueue.ts` sets on queries. */
type FlaggedQuery = CompiledQuery & {
  readonly isEnqueued?: boolean
  readonly together?: readonly CompiledQuery[]
}

class Connection implements DatabaseConnection {
  readonly #run: Run
  /** Set while a transaction holds the writer. */
  turn: Turn | null = null

  constructor(run: Run) {
    this.#run = run
  }

  async executeQuery<R>(query: FlaggedQuery): Promise<QueryResult<R>> {
    if (!query.together) return resultOf<R>(await this.#run(query))
    const results = await Promise.all(query.together.map((statement) => this.#run(statement)))
    return { rows: results.map((result) => resultOf(result)) as R[] }
  }

  // biome-ignore lint/correctness/useYield: the interface demands a generator; streaming is never used.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('streaming is not supported')
  }
}

const resultOf = <R>(result: StatementResult | null): QueryResult<R> =>
  result ? { rows: result.rows as R[], numAffectedRows: BigInt(result.changes) } : { rows: [] }

/** Kysely would serialize all use of the connection. The writer and the readers have their own queues. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

function dialect(driver: Driver): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Reads on a connection of this thread, for point reads of a few microseconds. */
export function readerDialect(run: Run): Dialect {
  const connection = new Connection(run)
  const refuse = () => Promise.reject(new Error('this handle only reads'))
  return dialect({
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  })
}

export function writerDialect(writer: SqliteWriter): Dialect {
  return dialect({
    init: async () => {},
    acquireConnection: async () => {
      const connection: Connection = new Connection((query: FlaggedQuery) => {
        if (!connection.turn) return writer.unit([statementOf(query)])
        if (!query.isEnqueued) return afterBegin(connection.turn, writer.execute(statementOf(query)))
        writer.enqueue(statementOf(query))
        return null
      })
      return connection
    },
    beginTransaction: async (connection) => {
      const turn = await writer.takeTurn()
      // Each statement and the end of the transaction report the error.
      turn.begun.catch(() => {})
      ;(connection as Connection).turn = turn
    },
    commitTransaction: (connection) => end(writer, connection as Connection, true),
    // After a failed commit there is nothing to roll back, and the writer serves the next transaction.
    rollbackTransaction: async (connection) => {
      if ((connection as Connection).turn) await end(writer, connection as Connection, false)
    },
    releaseConnection: async () => {},
    destroy: async () => {},
  })
}

/** Drops the syntax tree, which would be copied to the other thread. */
export function statementOf(query: CompiledQuery & Pick<Statement, 'each' | 'isCondition'>): Statement {
  const { sql, parameters, each, isCondition } = query
  if (isCondition) return { sql, parameters, isCondition }
  return each === undefined ? { sql, parameters } : { sql, parameters, each }
}

/** If the transaction could not begin, that error wins, because it names the cause. */
async function afterBegin<T>({ begun: beginning }: Turn, sent: Promise<T>): Promise<T> {
  const [, result] = await Promise.all([beginning, sent])
  return result
}

async function end(writer: SqliteWriter, connection: Connection, commit: boolean) {
  const turn = connection.turn!
  connection.turn = null
  const ending = writer.end(commit)
  // The next transaction may begin right after this end, without waiting for this thread.
  turn.release()
  await afterBegin(turn, ending)
}
