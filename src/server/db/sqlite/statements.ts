import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Node's types lack `close`. */
type Statement = StatementSync & { close(): void }

export interface StatementResult {
  rows: unknown[]
  changes: number
}

/**
 * Characters of cached statements a connection. Preparing costs more than running, but a statement takes ten times its text in
 * memory, and long ones with lists of rows are used once.
 */
const maxCachedCharacters = 500_000

/** Bytes of bound values that a cached statement may keep between runs. */
const maxHeldBytes = 8_192

/** Runs SQL on one connection, preparing each text once. Not for use across threads. */
export class StatementCache {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, { statement: Statement; returnsRows: boolean }>()
  #characters = 0

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  runEach(sql: string, each: string): StatementResult {
    const { statement } = this.#prepare(sql)
    let changes = 0
    for (const parameters of JSON.parse(each) as SQLInputValue[][])
      changes += Number(statement.run(...parameters).changes)
    return { rows: [], changes }
  }

  run(sql: string, parameters: readonly unknown[]): StatementResult {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters.map(toSqlite)
    try {
      if (!returnsRows) return { rows: [], changes: Number(statement.run(...values).changes) }
      const rows = statement.all(...values)
      return { rows, changes: rows.length }
    } finally {
      releaseValues(statement, values)
    }
  }

  lists(sql: string, parameters: readonly unknown[]): unknown[][] {
    const { statement } = this.#prepare(sql)
    statement.setReturnArrays(true)
    try {
      return statement.all(...parameters.map(toSqlite)) as unknown as unknown[][]
    } finally {
      statement.setReturnArrays(false)
    }
  }

  #prepare(sql: string) {
    const cached = this.#statements.get(sql)
    if (cached) {
      // The map is in order of use, the latest last.
      this.#statements.delete(sql)
      this.#statements.set(sql, cached)
      return cached
    }
    const statement = this.#connection.prepare(sql) as Statement
    // A deletion from FTS5 sets a last rowid beyond a double; without BigInts running it fails.
    if (statement.columns().length === 0) statement.setReadBigInts(true)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    this.#characters += sql.length
    for (const [oldest, { statement }] of this.#characters > maxCachedCharacters ? this.#statements : []) {
      this.#statements.delete(oldest)
      // The collector would free it late, because it does not count SQLite's memory.
      statement.close()
      this.#characters -= oldest.length
      if (this.#characters <= maxCachedCharacters) break
    }
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** Creating an iterator without stepping it resets the statement and releases its values. */
function releaseValues(statement: StatementSync, values: readonly SQLInputValue[]) {
  let bytes = 0
  for (const value of values)
    if (typeof value === 'string') bytes += value.length
    else if (value instanceof Uint8Array) bytes += value.byteLength
  if (bytes > maxHeldBytes) statement.iterate()
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}
