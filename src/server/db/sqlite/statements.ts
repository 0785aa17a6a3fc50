import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

export interface StatementResult {
  rows: unknown[]
  changes: number
}

/** Statements kept per connection: preparing again costs more than running. */
const keptStatements = 500

/** Runs SQL on one connection, preparing each text once. Not for use across threads. */
export class StatementCache {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>()

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
    if (returnsRows) {
      const rows = statement.all(...values)
      return { rows, changes: rows.length }
    }
    return { rows: [], changes: Number(statement.run(...values).changes) }
  }

  #prepare(sql: string) {
    const kept = this.#statements.get(sql)
    if (kept) return kept
    const statement = this.#connection.prepare(sql)
    // A deletion from FTS5 leaves a last rowid that no number holds, and running it would fail for that.
    if (statement.columns().length === 0) statement.setReadBigInts(true)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    const oldest = this.#statements.size >= keptStatements ? this.#statements.keys().next().value : undefined
    if (oldest !== undefined) this.#statements.delete(oldest)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}
