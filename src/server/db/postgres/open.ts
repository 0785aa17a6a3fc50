import { type CompiledQuery, Kysely, sql } from 'kysely'
import pg from 'pg'
import { Permits } from '../../pacing/permits.ts'
import { version as programVersion } from '../../version.ts'
import type { Unit } from '../sharing-transactions.ts'
import {
  type ConnectionFigures,
  type ListColumn,
  OvertakenError,
  type Sequence,
  type Store,
  type Tx,
} from '../store.ts'
import type { Tables } from '../tables/tables.ts'
import { WriteLoad } from '../write-load.ts'
import { FairPool, isTooManyConnections } from './client.ts'
import { poolSizes, readServerFacts, scarcityOf } from './connection-limit.ts'
import { postgresDialect } from './dialect.ts'
import { asText, parseText } from './lists.ts'
import { type ConnectionSettings, maxStatements, sendTogether } from './pipeline.ts'
import { PointReads } from './point-reads.ts'
import { runTimedQuery } from './timed-query.ts'
import { UnitGroups } from './unit-groups.ts'

const int8 = 20
/** Counters and times are integers that doubles hold exactly. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text')) as never,
}

const uniqueViolation = '23505'
/** SQLSTATE classes for connection errors (08), insufficient resources (53) and shutdown (57P), and socket errors. */
const unavailable = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** Connection errors of the driver, which have no code. */
const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|Query read timeout/

/** Milliseconds after which a query fails if the database does not answer and the network reports no error. */
const queryTimeout = 5_000
const scanTimeout = 60_000
/** A timed query uses a core of the database while it runs, so one workspace gets half of the permits. */
const queriesPerWorkspace = 2
/** Fewer than the pool has, so that one workspace cannot take all connections. */
const connectionsPerWorkspace = 8
const settings: ConnectionSettings = { types, timeout: queryTimeout }

/**
 * Milliseconds that an idle connection for long reads stays open. A new connection reads the catalogue of all monthly
 * partitions first, so its first search takes 50 ms.
 */
const idleScanMilliseconds = 600_000

/**
 * `requests/pending-words.ts` flushes the pending words of the GIN index on its own connection. At PostgreSQL's default of 4 MB
 * an insert would flush them itself, in 26 to 44 ms.
 */
const raisePendingListLimit = async (client: pg.ClientBase): Promise<void> => {
  await client.query("set gin_pending_list_limit = '16MB'")
}

export async function openPostgres(url: string): Promise<Store> {
  const { version, admitted } = await readServerFacts(url)
  const { statements, queries } = poolSizes(admitted)
  // The last connection is for lists, so that they never wait for a timed query.
  const concurrentQueries = queries - 1
  const pool = connect(url, Math.min(connectionsPerWorkspace, statements), null, {
    max: statements,
    query_timeout: queryTimeout,
    onConnect: raisePendingListLimit,
  })
  const scans = connect(url, concurrentQueries, pool, {
    max: queries,
    query_timeout: scanTimeout,
    idleTimeoutMillis: idleScanMilliseconds,
  })
  const timedQueries = {
    pool: scans,
    permits: new Permits(concurrentQueries, Math.min(queriesPerWorkspace, concurrentQueries)),
    timeout: scanTimeout,
    beginTimeout: queryTimeout,
  }
  const reads = new PointReads(pool, settings)
  const load = new WriteLoad()
  let commits = 0
  const countCommit = async <T>(write: Promise<T>): Promise<T> => {
    const result = await write
    commits++
    return result
  }
  const groups = new UnitGroups({
    together: (units) => countCommit(appendGroup(pool, units)),
    alone: (unit) => countCommit(retryTransaction(() => append(pool, unit))),
    isRefusal: (error) => !isUnavailable(error),
  })
  const db = new Kysely<Tables>({ dialect: postgresDialect(pool, settings, isUnavailable) })
  return {
    dialect: 'postgres',
    version: `PostgreSQL ${version.split(' ')[0]}`,
    scarcity: scarcityOf(admitted),
    db,
    scan: new Kysely<Tables>({
      dialect: postgresDialect(scans, { types, timeout: scanTimeout }, isUnavailable, queryTimeout),
    }),
    transact: (work) => retryTransaction(() => db.transaction().execute(work)),
    append: (unit) => load.track(unit, () => groups.append(unit)),
    appendIf: (condition, unit) =>
      load.track(unit, () => countCommit(retryTransaction(() => appendIf(pool, condition, unit)))),
    change: async <Row>(query: CompiledQuery<Row>) =>
      (await retryTransaction(() => pool.query(preparedQuery(query)))).rows as Row[],
    waiting: () => load.waiting(),
    writes: () => ({ ...load.figures(), commits }),
    connections: () => [figuresOf('statements', pool), figuresOf('queries', scans)],
    fetch: <Row>(query: CompiledQuery<Row>, name: string) =>
      reads.fetch(name, query.sql, query.parameters) as Promise<Row[]>,
    async lists<Row extends readonly unknown[]>(query: CompiledQuery, columns: readonly ListColumn[]) {
      const { rows } = await pool.query<{ text: string | null }>(asText(query, columns))
      return parseText(rows[0]!.text, columns) as unknown as Row[]
    },
    timedQuery: (query, milliseconds) => runTimedQuery(timedQueries, query, milliseconds),
    overwriteDeleted: async () => true,
    nextId: advance,
    takeIds: (sequence) => advance(db, sequence),
    isDuplicate: (error) => (error as { code?: unknown }).code === uniqueViolation,
    isUnavailable,
    unavailability(error) {
      if ((error as { code?: string }).code === diskFull)
        return 'The disk of the database is full. Writes fail until space is freed; reads work.'
      if (isTooManyConnections(error)) return 'PostgreSQL admits no more connections. Retry in a few seconds.'
      return 'Storage cannot be reached. Retry in a few seconds.'
    },
    async problem() {
      try {
        const { rows } = await pool.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
        return rows[0]!.is_standby ? 'PostgreSQL is a standby and refuses writes.' : null
      } catch (error) {
        return `PostgreSQL does not answer: ${(error as Error).message || (error as { code?: string }).code}.`
      }
    },
    lost: new Promise(() => {}),
    async close() {
      reads.close()
      await Promise.all([pool.close(), scans.close()])
    },
  }
}

const figuresOf = (name: ConnectionFigures['pool'], pool: pg.Pool): ConnectionFigures => ({
  pool: name,
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return unavailable.test(code ?? '') || unavailableMessage.test(message ?? '')
}

/** True if the server refused a statement; the connection can still be used. */
const isRefusal = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '') && !isUnavailable(error)

function connect(
  url: string,
  perWorkspace: number,
  otherPool: FairPool | null,
  limits: pg.PoolConfig,
): FairPool {
  const pool = new FairPool(perWorkspace, otherPool, {
    ...limits,
    connectionString: url,
    types,
    connectionTimeoutMillis: queryTimeout,
    keepAlive: true,
    application_name: `galley/${programVersion}`,
  })
  // The pool replaces a lost connection. Without listeners its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function advance(db: Kysely<Tables> | Tx, sequence: Sequence): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(${sequence}) as id`.execute(db)
  return rows[0]!.id
}

const deadlock = '40P01'
const diskFull = '53100'

/** Attempts at a transaction. Each that ends in a deadlock lasts the second of `deadlock_timeout`. */
const maxAttempts = 5

/**
 * Repeats a transaction that was overtaken, or rolled back because of a deadlock. Fixed lock orders avoid most
 * deadlocks; units and triggers that update the same sums and media in different orders remain.
 */
async function retryTransaction<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      const mayRepeat = error instanceof OvertakenError || (error as { code?: string }).code === deadlock
      if (!mayRepeat || attempt === maxAttempts) throw error
    }
  }
}

async function append(pool: pg.Pool, unit: Unit): Promise<void> {
  const [only] = unit
  if (unit.length === 1 && only) await pool.query(preparedQuery(only))
  else await appendStatements(pool, unit)
}

const appendGroup = (pool: pg.Pool, units: readonly Unit[]): Promise<void> =>
  appendStatements(pool, units.flat())

async function appendStatements(pool: pg.Pool, unit: Unit): Promise<void> {
  const statements = unit.map(preparedQuery)
  const isDone = unit.length <= maxStatements && (await appendTogether(pool, statements))
  if (!isDone) await inTransaction(pool, (client) => runAll(client, statements))
}

/**
 * Sends all statements in one message, as one implicit transaction. Returns false if the connection has not prepared
 * all statements yet.
 */
async function appendTogether(pool: pg.Pool, statements: readonly Named[]): Promise<boolean> {
  const client = await pool.connect()
  const { parsedStatements: known } = client.connection as unknown as {
    parsedStatements: Record<string, string>
  }
  const isPrepared = statements.every(({ name }) => known[name] !== undefined)
  try {
    if (isPrepared) await sendTogether(client, statements, settings)
  } catch (error) {
    // The connection can still be used if the server refused a statement.
    client.release(!isRefusal(error))
    throw error
  }
  client.release()
  return isPrepared
}

function appendIf(pool: pg.Pool, condition: CompiledQuery, unit: Unit): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(preparedQuery(condition))
    if (rowCount === 0) return false
    await runAll(client, unit.map(preparedQuery))
    return true
  })
}

async function runAll(client: pg.PoolClient, statements: readonly Named[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(isUnavailable(error) || !(await isRolledBack(client)))
    throw error
  }
}

const isRolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

type Named = ReturnType<typeof preparedQuery>

const preparedQuery = ({ sql, parameters }: CompiledQuery) => ({
  name: statementName(sql),
  text: sql,
  values: parameters as unknown[],
})

const names = new Map<string, string>()

/** Returns a name for each statement text; appends use only a few texts. */
function statementName(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = `append_${names.size}`
    names.set(text, name)
  }
  return name
}
