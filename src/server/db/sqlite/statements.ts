import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** The types of Node do not have it yet. */
type Statement = StatementSync & { close(): void }

export interface StatementResult {
  rows: unknown[]
  changes: number
}

/**
 * Characters of the statements kept per connection: preparing again costs more than running. A kept statement takes
 * some ten times its text, and those that name many rows would be asked for only once.
 */
const keptCharacters = 500_000

/** Bytes of values that a kept statement may hold; it holds what it ran with until it runs again. */
const heldBytes = 8_192

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
      letGo(statement, values)
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
    const kept = this.#statements.get(sql)
    if (kept) {
      // The last of the map is the one that was used last.
      this.#statements.delete(sql)
      this.#statements.set(sql, kept)
      return kept
    }
    const statement = this.#connection.prepare(sql) as Statement
    // A deletion from FTS5 leaves a last rowid that no number holds, and running it would fail for that.
    if (statement.columns().length === 0) statement.setReadBigInts(true)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    this.#characters += sql.length
    for (const [oldest, { statement }] of this.#characters > keptCharacters ? this.#statements : []) {
      this.#statements.delete(oldest)
      // The collector would come to it late: it does not know how large it is.
      statement.close()
      this.#characters -= oldest.length
      if (this.#characters <= keptCharacters) break
    }
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** An iteration that is never taken a step begins by giving back all values. */
function letGo(statement: StatementSync, values: readonly SQLInputValue[]) {
  let bytes = 0
  for (const value of values)
    if (typeof value === 'string') bytes += value.length
    else if (value instanceof Uint8Array) bytes += value.byteLength
  if (bytes > heldBytes) statement.iterate()
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}
