import type pg from 'pg'
import { type Done, Query, type TimedDone, withTimeout } from './client.ts'
import type { ConnectionSettings } from './connection-settings.ts'

export interface Statement {
  /** Name of the prepared statement on this connection. */
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** The members of the driver's connection that a query writes to. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void; destroy(): void }
  execute(message: { portal: string }): void
  sync(): void
}

/** One statement of a message, without the Sync at the end. */
class Part extends Query {
  _getRows(wire: Wire): void {
    wire.execute({ portal: this.portal })
  }
}

/**
 * Several statements in one message with one Sync. After a failure the server skips the rest. Without a `begin` among them they
 * are one implicit transaction, so a failure undoes all.
 */
class Pipeline extends Query {
  readonly #parts: readonly Part[]
  readonly #done: TimedDone<readonly pg.QueryResult[]>
  #current = 0

  constructor(
    statements: readonly Statement[],
    types: pg.CustomTypesConfig,
    done: TimedDone<readonly pg.QueryResult[]>,
  ) {
    super('', undefined, done)
    this.#done = done
    this.#parts = statements.map(
      (statement) => new Part({ ...statement, values: [...statement.values], types }, undefined, undefined),
    )
  }

  override submit(wire: Wire): Error | null {
    const wireWithoutSync: Wire = Object.create(wire, { sync: { value: refuse } })
    wire.stream.cork()
    try {
      for (const part of this.#parts) part.prepare(wireWithoutSync)
      wire.sync()
      return null
    } catch (error) {
      // Without the Sync the server discards all statements of the message.
      wire.stream.destroy()
      return error as Error
    } finally {
      wire.stream.uncork()
    }
  }

  override handleRowDescription(message: object): void {
    this.#parts[this.#current]!.handleRowDescription(message)
  }

  override handleDataRow(message: object): void {
    this.#parts[this.#current]!.handleDataRow(message)
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    this.#done.progress()
    this.#parts[this.#current++]!.handleCommandComplete(message, wire)
  }

  override handleReadyForQuery(): void {
    this.callback(
      null,
      this.#parts.map(({ _results }) => _results),
    )
  }
}

/** If a value cannot be serialized the driver would send Sync, which would commit the statements before it. */
function refuse(): never {
  throw new TypeError('A value of the message cannot be sent.')
}

/** Statements in one message, some milliseconds of PostgreSQL. Longer units are sent statement by statement. */
export const maxStatements = 64

/** Returns all results; rejects with the first statement's error, or if one statement exceeds the timeout. */
export function sendTogether(
  client: pg.ClientBase,
  statements: readonly Statement[],
  { types, timeout }: ConnectionSettings,
): Promise<readonly pg.QueryResult[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly pg.QueryResult[]>()
  const finish: Done<readonly pg.QueryResult[]> = (error, results) =>
    error ? reject(error) : resolve(results!)
  const pipeline = new Pipeline(statements, types, withTimeout(timeout, finish))
  client.query(pipeline as never)
  return promise
}
