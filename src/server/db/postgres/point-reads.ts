import type pg from 'pg'
import { asServer } from '../../started-by.ts'
import { type Done, withTimeout } from './client.ts'
import type { ConnectionSettings } from './connection-settings.ts'

interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly (string | null)[] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: object): void
  sync(): void
}

interface Column {
  readonly name: string
  readonly read: (text: string) => unknown
}

/** Implements the driver's query interface for a prepared statement whose columns are cached after its first run. */
class PointRead {
  readonly name: string
  readonly text: string
  readonly callback: Done<object[]>
  readonly #values: readonly (string | null)[]
  readonly #reads: PointReads
  readonly #rows: object[] = []
  #columns: readonly Column[] | undefined

  constructor(
    reads: PointReads,
    name: string,
    text: string,
    values: readonly (string | null)[],
    done: Done<object[]>,
  ) {
    this.name = name
    this.text = text
    this.callback = done
    this.#values = values
    this.#reads = reads
    this.#columns = reads.columns.get(name)
  }

  submit(wire: Wire): null {
    const { name, text } = this
    wire.stream.cork()
    if (wire.parsedStatements[name] === undefined) {
      wire.parse({ name, text })
      wire.submittedNamedStatements[name] = text
    }
    wire.bind({ statement: name, values: this.#values })
    if (!this.#columns) wire.describe({ type: 'P', name: '' })
    wire.execute({})
    wire.sync()
    wire.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const { types } = this.#reads
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: types.getTypeParser(dataTypeID, 'text'),
    }))
    this.#reads.columns.set(this.name, this.#columns)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    const columns = this.#columns!
    for (let index = 0; index < columns.length; index++) {
      const [{ name, read }, text] = [columns[index]!, fields[index]!]
      row[name] = text === null ? null : read(text)
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null, this.#rows)
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}

/**
 * Point reads (such as the read of each call's API key) on a dedicated connection, one at a time. The pool, its timers
 * and the column descriptions took half of the main thread's time for such a read.
 */
export class PointReads {
  readonly types: pg.CustomTypesConfig
  /** The columns of the prepared statements, by the statement's name. */
  readonly columns = new Map<string, readonly Column[]>()
  readonly #pool: pg.Pool
  readonly #timeout: number
  #client: pg.PoolClient | null = null
  #isFree = false
  #isConnecting = false
  #isClosed = false

  constructor(pool: pg.Pool, { types, timeout }: ConnectionSettings) {
    this.#pool = pool
    this.types = types
    this.#timeout = timeout
  }

  async fetch(name: string, text: string, values: readonly unknown[]): Promise<object[]> {
    if (!this.#client) this.#connect()
    if (!this.#isFree || !values.every(isPlain)) return this.#throughPool(name, text, values)
    this.#isFree = false
    const client = this.#client!
    const { promise, resolve, reject } = Promise.withResolvers<object[]>()
    const done = withTimeout<object[]>(this.#timeout, (error, rows) => {
      if (error) {
        this.#drop(client)
        if (isConnectionEnd(error)) resolve(this.#throughPool(name, text, values))
        else reject(error)
      } else {
        this.#isFree = this.#client === client
        resolve(rows!)
      }
    })
    client.query(new PointRead(this, name, text, values.map(textOf), done) as never)
    return promise
  }

  async #throughPool(name: string, text: string, values: readonly unknown[]): Promise<object[]> {
    return (await this.#pool.query({ name, text, values: [...values] })).rows
  }

  close(): void {
    this.#isClosed = true
    if (this.#client) this.#drop(this.#client)
  }

  /** Until the connection is ready, reads use the pool. */
  #connect() {
    if (this.#isConnecting || this.#isClosed) return
    this.#isConnecting = true
    const ready = (client: pg.PoolClient) => {
      this.#isConnecting = false
      if (this.#isClosed) return client.release()
      this.#client = client
      this.#isFree = true
      client.once('end', () => this.#drop(client))
    }
    asServer(() => this.#pool.connect()).then(ready, () => {
      this.#isConnecting = false
    })
  }

  /** The next read opens a new connection and reads the columns again, because the schema may have changed. */
  #drop(client: pg.PoolClient) {
    if (this.#client !== client) return
    this.columns.clear()
    this.#client = null
    this.#isFree = false
    client.release(true)
  }
}

/** The database closed the connection, maybe long ago; the read can be retried on another one. */
const isConnectionEnd = ({ code, message }: Error & { code?: string }): boolean =>
  code?.startsWith('57P') === true || /Connection terminated|is not queryable/.test(message)

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const textOf = (value: unknown): string | null => (value === null ? null : String(value))
