import { type ClickHouseClient, ClickHouseError, createClient } from '@clickhouse/client'
import type { ClickHouseConfig } from '../../clickhouse-config.ts'
import { QueryTooSlowError } from '../../db/index.ts'
import { steps, stepsTable } from './schema-queries.ts'

/** ClickHouse cannot be used now. The message names the cause, without data or secrets. */
export class ClickHouseUnavailableError extends Error {
  override readonly name = 'ClickHouseUnavailableError'
}

/** Milliseconds for a statement that writes. */
const writeTimeout = 60_000
const leastMajor = 26
const codes = { tooSlow: '159', authentication: '516', accessDenied: '497', noDatabase: '81' }

const settings = {
  output_format_json_quote_64bit_integers: 0,
  prefer_column_name_to_alias: 1,
  cast_keep_nullable: 1,
  // A list of the ids of a batch.
  max_query_size: '4000000',
} as const

/** The official client, with Galley's settings and errors. */
export class ClickHouse {
  readonly #client: ClickHouseClient
  readonly #host: string

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

  /** @throws QueryTooSlowError after so many milliseconds. */
  async rows<Row>(query: string, milliseconds = writeTimeout): Promise<Row[]> {
    return this.#translated(async () => {
      const result = await this.#client.query({
        query,
        format: 'JSONEachRow',
        abort_signal: AbortSignal.timeout(Math.ceil(milliseconds) + 500),
        clickhouse_settings: { max_execution_time: milliseconds / 1_000 },
      })
      return result.json<Row>()
    })
  }

  async command(query: string): Promise<void> {
    await this.#translated(() =>
      this.#client.command({
        query,
        clickhouse_settings: { lightweight_delete_mode: 'lightweight_update_force' },
      }),
    )
  }

  /** Inserts once for each token. */
  async insert(table: string, values: AsyncIterable<object>, token: string): Promise<void> {
    const { Readable } = await import('node:stream')
    await this.#translated(() =>
      this.#client.insert({
        table,
        values: Readable.from(values, { objectMode: true }),
        format: 'JSONEachRow',
        clickhouse_settings: {
          insert_deduplication_token: token,
          async_insert: 0,
          throw_if_no_data_to_insert: 0,
        },
      }),
    )
  }

  /** Makes missing tables; returns the names of the steps that ran. */
  async migrate(): Promise<string[]> {
    const [server] = await this.rows<{ version: string }>('select version() as version')
    if (Number.parseInt(server!.version, 10) < leastMajor)
      throw new ClickHouseUnavailableError(
        `ClickHouse at ${this.#host} is version ${server!.version}; Galley needs ${leastMajor} or newer.`,
      )
    await this.command(stepsTable)
    const done = new Set(
      (await this.rows<{ name: string }>('select name from galley_schema')).map(({ name }) => name),
    )
    const missing = steps.filter(({ name }) => !done.has(name))
    for (const { name, statement } of missing) {
      await this.command(statement)
      await this.command(`insert into galley_schema (name) values ('${name}')`)
    }
    return missing.map(({ name }) => name)
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw this.#errorOf(error)
    }
  }

  #errorOf(error: unknown): unknown {
    if (error instanceof ClickHouseError) {
      if (error.code === codes.tooSlow) return new QueryTooSlowError('ClickHouse stopped the query.')
      return new ClickHouseUnavailableError(`ClickHouse at ${this.#host} ${this.#causeOf(error)}.`)
    }
    const { code, name, message } = error as { code?: string; name?: string; message?: string }
    // A broken answer is no JSON.
    if (error instanceof SyntaxError || (code !== undefined && /^E[A-Z]+$/.test(code)))
      return new ClickHouseUnavailableError(
        `ClickHouse at ${this.#host} cannot be reached (${code ?? name}).`,
      )
    if (name === 'TimeoutError' || /aborted|timeout/i.test(message ?? ''))
      return new QueryTooSlowError('ClickHouse did not answer in time.')
    return error
  }

  #causeOf({ code, type }: ClickHouseError): string {
    if (code === codes.authentication || code === codes.accessDenied)
      return 'refused the user or the password of CLICKHOUSE_URL'
    if (code === codes.noDatabase) return 'has no database of the name in CLICKHOUSE_URL'
    return `answered error ${code}${type ? ` (${type})` : ''}`
  }
}
