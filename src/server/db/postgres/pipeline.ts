import type pg from 'pg'
import { type Done, inTime, Query, type TimedDone } from './client.ts'

export interface Statement {
  /** Under which this connection has prepared it. */
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** How the pool's connections read values, and how long they wait for a statement. */
export interface Manner {
  readonly types: pg.CustomTypesConfig
  /** Milliseconds. */
  readonly patience: number
}

/** What of the driver's connection a query writes to. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void; destroy(): void }
  execute(message: { portal: string }): void
  sync(): void
}

/** One statement, without the end of the message behind it. */
class Part extends Query {
  _getRows(wire: Wire): void {
    wire.execute({ portal: this.portal })
  }
}

/**
 * Some statements as one message with one end. Where one fails the server passes over those behind it; and where none of
 * them begins a transaction they are one, so nothing stays of one that fails.
 */
class Pipeline extends Query {
  readonly #parts: readonly Part[]
  readonly #done: TimedDone<readonly pg.QueryResult[]>
  #at = 0

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
    const unended: Wire = Object.create(wire, { sync: { value: refuse } })
    wire.stream.cork()
    try {
      for (const part of this.#parts) part.prepare(unended)
      wire.sync()
      return null
    } catch (error) {
      // Without its end nothing of what was sent is kept.
      wire.stream.destroy()
      return error as Error
    } finally {
      wire.stream.uncork()
    }
  }

  override handleRowDescription(message: object): void {
    this.#parts[this.#at]!.handleRowDescription(message)
  }

  override handleDataRow(message: object): void {
    this.#parts[this.#at]!.handleDataRow(message)
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    this.#done.progress()
    this.#parts[this.#at++]!.handleCommandComplete(message, wire)
  }

  override handleReadyForQuery(): void {
    this.callback(
      null,
      this.#parts.map(({ _results }) => _results),
    )
  }
}

/** The driver ends the message when a value cannot be written: what was before it would be kept. */
function refuse(): never {
  throw new TypeError('A value of the message cannot be sent.')
}

/** Statements of one message: some milliseconds of PostgreSQL. Those of a longer unit are given their time one by one. */
export const mostTogether = 64

/** The results of all; rejects with the error of the one that fails, or when one takes longer than the connection's patience. */
export function sendTogether(
  client: pg.ClientBase,
  statements: readonly Statement[],
  { types, patience }: Manner,
): Promise<readonly pg.QueryResult[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly pg.QueryResult[]>()
  const settle: Done<readonly pg.QueryResult[]> = (error, results) =>
    error ? reject(error) : resolve(results!)
  const pipeline = new Pipeline(statements, types, inTime(patience, settle))
  client.query(pipeline as never)
  return promise
}
