import { type CompiledQuery, Kysely, sql } from 'kysely'
import type pg from 'pg'
import { Permits } from '../../pacing/permits.ts'
import { version as programVersion } from '../../version.ts'
import { runAfterCommit } from '../after-commit.ts'
import type { ConnectionFigures, ListColumn, Sequence, Store, Tx } from '../store.ts'
import type { Tables } from '../tables/tables.ts'
import { WriteLoad } from '../write-load.ts'
import { append, appendIf, appendStatements, preparedQuery, retryTransaction } from './append.ts'
import { FairPool } from './client.ts'
import { connectionWarning, poolSizes, readServerFacts } from './connection-limit.ts'
import { queryTimeout, settings, types } from './connection-settings.ts'
import { postgresDialect } from './dialect.ts'
import { isDuplicate, isUnavailable, unavailability } from './errors.ts'
import { asText, parseText } from './lists.ts'
import { PointReads } from './point-reads.ts'
import { runTimedQuery } from './timed-query.ts'
import { UnitGroups } from './unit-groups.ts'

const scanTimeout = 60_000
/** A timed query uses a core of the database while it runs, so one workspace gets half of the permits. */
const queriesPerWorkspace = 2
/** Fewer than the pool has, so that one workspace cannot take all connections. */
const connectionsPerWorkspace = 8

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
    together: (units) => countCommit(appendStatements(pool, units.flat())),
    alone: (unit) => countCommit(retryTransaction(() => append(pool, unit))),
    isRefusal: (error) => !isUnavailable(error),
  })
  const db = new Kysely<Tables>({ dialect: postgresDialect(pool, settings) })
  const store: Store = {
    dialect: 'postgres',
    version: `PostgreSQL ${version.split(' ')[0]}`,
    scarcity: connectionWarning(admitted),
    db,
    scan: new Kysely<Tables>({
      dialect: postgresDialect(scans, { types, timeout: scanTimeout }, queryTimeout),
    }),
    async transact(work) {
      const [result, tx] = await retryTransaction(() =>
        db.transaction().execute(async (tx) => [await work(tx), tx] as const),
      )
      await runAfterCommit(store, tx)
      return result
    },
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
    isDuplicate,
    isUnavailable,
    unavailability,
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
  return store
}

const figuresOf = (name: ConnectionFigures['pool'], pool: pg.Pool): ConnectionFigures => ({
  pool: name,
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

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
