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

type Run = (query: CompiledQuery) => StatementResult | Promise<StatementResult>

class Connection implements DatabaseConnection {
  readonly #run: Run
  /** Set while a transaction holds the writer; gives it to the next one. */
  release: (() => void) | null = null

  constructor(run: Run) {
    this.#run = run
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#run(query)
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: the face demands a generator; streaming is offered nowhere.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('streaming is not supported')
  }
}

function dialect(driver: Driver): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Reads on a connection of this thread: for point reads, which take microseconds. */
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
      const connection: Connection = new Connection((query) =>
        connection.release ? writer.execute(statementOf(query)) : writer.unit([statementOf(query)]),
      )
      return connection
    },
    beginTransaction: async (connection) => {
      ;(connection as Connection).release = await writer.begin()
    },
    commitTransaction: (connection) => end(writer, connection as Connection, true),
    rollbackTransaction: (connection) => end(writer, connection as Connection, false),
    releaseConnection: async () => {},
    destroy: async () => {},
  })
}

/** Without the tree that it was compiled from, which would be copied to the other thread. */
function statementOf({ sql, parameters, each }: CompiledQuery & { each?: string }): Statement {
  return each === undefined ? { sql, parameters } : { sql, parameters, each }
}

async function end(writer: SqliteWriter, connection: Connection, commit: boolean) {
  const release = connection.release
  connection.release = null
  try {
    await writer.end(commit)
  } finally {
    release?.()
  }
}
