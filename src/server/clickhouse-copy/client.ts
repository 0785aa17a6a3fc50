import { type ClickHouseClient, ClickHouseError, createClient } from '@clickhouse/client'
import type { ClickHouseConfig } from '../config/clickhouse-config.ts'
import { QueryTooSlowError } from '../db/index.ts'
import { steps, stepsTable } from './schema-queries.ts'
import { ClickHouseUnavailableError, onlyRow } from './unavailable.ts'

/** Milliseconds in which a writing statement must end. */
const writeTimeout = 60_000
const probeTimeout = 2_000
const minMajor = 26
const codes = { tooSlow: '159' }
/** Errors that an operator can fix. */
const causeOfCode: Readonly<Record<string, string>> = {
  81: 'has no database of the name in CLICKHOUSE_URL',
  241: 'has no memory left for the statement',
  243: 'has no space left on its disk',
  497: 'refused the user or the password of CLICKHOUSE_URL',
  516: 'refused the user or the password of CLICKHOUSE_URL',
}

const settings = {
  output_format_json_quote_64bit_integers: 0,
  prefer_column_name_to_alias: 1,
  cast_keep_nullable: 1,
  // A query that names the table twice must see the same rows each time.
  enable_shared_storage_snapshot_in_query: 1,
  // This optimisation would read words and facets of requests that the indexes exclude.
  use_top_k_dynamic_filtering: 0,
  // Room for the ids of a batch in one statement.
  max_query_size: '4000000',
} as const

/** The official client, with Galley's settings and errors. */
export class ClickHouse {
  readonly #client: ClickHouseClient
  readonly #host: string
  readonly #closing = new AbortController()

  constructor({ url, user, password, database }: ClickHouseConfig) {
    this.#host = new URL(url).host
    this.#client = createClient({
      url,
      username: user,
      password,
      database,
      application: 'galley',
      compression: { request: true, response: true },
      request_timeout: writeTimeout,
      log: { level: 127 },
      clickhouse_settings: settings,
    })
  }

  /** @throws QueryTooSlowError if ClickHouse takes more than `milliseconds`. */
  async rows<Row>(query: string, milliseconds = writeTimeout): Promise<Row[]> {
    return this.#translated(async () => {
      const result = await this.#client.query({
        query,
        // JSON is one document, so an answer that is cut off is an error. With one row a line, missing rows would go
        // unnoticed.
        format: 'JSON',
        abort_signal: AbortSignal.any([
          this.#closing.signal,
          AbortSignal.timeout(Math.ceil(milliseconds) + 500),
        ]),
        clickhouse_settings: { max_execution_time: milliseconds / 1_000, wait_end_of_query: 1 },
      })
      const { data } = await result.json<Row>()
      return data
    })
  }

  /** @throws ClickHouseUnavailableError */
  async probe(): Promise<void> {
    await this.rows('select 1 as answer', probeTimeout)
  }

  async command(query: string): Promise<void> {
    await this.#translated(() =>
      this.#client.command({
        query,
        abort_signal: this.#closing.signal,
        clickhouse_settings: { lightweight_delete_mode: 'lightweight_update_force' },
      }),
    )
  }

  /** Inserts rows. A repeated insert with the same token adds no rows. An error of `values` is thrown as it is. */
  async insert(table: string, values: AsyncIterable<object>, token: string): Promise<void> {
    const { Readable } = await import('node:stream')
    let failure: unknown = null
    const source = async function* () {
      try {
        yield* values
      } catch (error) {
        failure = error
        throw error
      }
    }
    await this.#translated(() =>
      this.#client.insert({
        table,
        values: Readable.from(source(), { objectMode: true }),
        format: 'JSONEachRow',
        abort_signal: this.#closing.signal,
        clickhouse_settings: {
          insert_deduplication_token: token,
          async_insert: 0,
          throw_if_no_data_to_insert: 0,
        },
      }),
    ).catch((error: unknown) => {
      // An error of the database is not reported as one of ClickHouse.
      throw failure ?? error
    })
  }

  /** Makes the missing tables. Returns the names of the steps that ran. */
  async migrate(): Promise<string[]> {
    const { version } = onlyRow(await this.rows<{ version: string }>('select version() as version'))
    if (Number.parseInt(version, 10) < minMajor)
      throw new ClickHouseUnavailableError(
        `ClickHouse at ${this.#host} is version ${version}; Galley needs ${minMajor} or newer.`,
      )
    await this.command(stepsTable)
    const appliedSteps = new Set(
      (await this.rows<{ name: string }>('select name from galley_schema')).map(({ name }) => name),
    )
    const missing = steps.filter(({ name }) => !appliedSteps.has(name))
    for (const { name, statement } of missing) {
      await this.command(statement)
      await this.command(`insert into galley_schema (name) values ('${name}')`)
    }
    return missing.map(({ name }) => name)
  }

  /** Aborts the statements under way. */
  close(): Promise<void> {
    this.#closing.abort()
    return this.#client.close()
  }

  async #translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw this.#errorOf(error)
    }
  }

  #errorOf(error: unknown): Error {
    const unavailable = (cause: string) =>
      new ClickHouseUnavailableError(`ClickHouse at ${this.#host} ${cause}.`)
    if (error instanceof ClickHouseError) {
      const { code, type } = error
      if (code === codes.tooSlow) return new QueryTooSlowError('ClickHouse stopped the query.')
      return unavailable(causeOfCode[code] ?? `answered error ${code}${type ? ` (${type})` : ''}`)
    }
    const { code, name, message } = error as { code?: string; name?: string; message?: string }
    if (code !== undefined && /^E[A-Z_]+$/.test(code)) return unavailable(`cannot be reached (${code})`)
    if (error instanceof SyntaxError) return unavailable('sent an incomplete answer')
    if (name === 'TimeoutError' || /aborted|timeout/i.test(message ?? ''))
      return unavailable('does not answer')
    return unavailable('does not answer at its address: the error comes from another program')
  }
}
